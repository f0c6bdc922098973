// Tests that nothing the compiler reads ends it by a signal, an abort or never. Inputs run in child
// processes, on the stack that the driver asks for.
#pragma once

#include "tests/unit/processor_limit.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

/// Runs f(0) … f(count - 1) in child processes of `batch` each, within so many seconds of processor
/// time; tells which number ended a child.
inline void survive(unsigned count, unsigned batch, unsigned seconds, const std::function<void(unsigned)> &f,
                    const std::function<std::string(unsigned)> &show) {
    auto *current = static_cast<volatile unsigned *>(
        mmap(nullptr, sizeof(unsigned), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(current, MAP_FAILED);
    unsigned failures = 0;
    for (unsigned first = 0; first < count && failures < 5; first += batch) {
        const pid_t child = fork();
        if (child == 0) {
            for (unsigned i = first; i < first + batch && i < count; ++i) {
                *current = i;
                processor_limit(seconds);
                f(i);
            }
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        ++failures;
        ADD_FAILURE() << (WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit") << " on input " << *current
                      << ":\n"
                      << show(*current);
    }
}

// The driver gives the compiler this stack; the limits of the parser are made for it.
inline const bool stack_is_large = [] {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
#if defined(__SANITIZE_ADDRESS__)
    const rlim_t wanted = rlim_t{120} << 20; // frames are larger; the kernel leaves room for 128 MB
#else
    const rlim_t wanted = rlim_t{64} << 20;
#endif
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(limit.rlim_max, wanted);
    return setrlimit(RLIMIT_STACK, &limit) == 0;
}();
