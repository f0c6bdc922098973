// Mistakes on upcrun's command line, and numbers read from it.
#pragma once

#include "base/log.h"
#include "runtime/core/job.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace polder::run {

// Says what is wrong and ends upcrun.
template <class... Arguments> [[noreturn]] void misuse(const char *format, Arguments... arguments) {
    log_error(format, arguments...);
    std::fprintf(stderr, "Try %s --help.\n", program_invocation_short_name);
    std::exit(2);
}

// A number of threads, processes or nodes, from 1: the value of option `name`.
inline unsigned count_of(const char *name, const char *text) {
    char *end;
    const unsigned long count = std::strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || count < 1 || count > max_threads)
        misuse("%s needs a number from 1, not '%s'", name, text);
    return static_cast<unsigned>(count);
}

} // namespace polder::run
