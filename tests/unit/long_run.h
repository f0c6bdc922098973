// ./dev test --long: what the usual run leaves out for its length.
#pragma once

#include <cstdlib>

inline bool long_run() {
    const char *set = std::getenv("POLDER_TEST_LONG");
    return set && *set == '1';
}
