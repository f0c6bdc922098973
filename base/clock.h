// Clock: monotonic time in nanoseconds, the same for all processes of a machine.
#pragma once

#include <cstdint>
#include <ctime>

namespace polder {

inline std::int64_t clock_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

} // namespace polder
