// One random pause, mostly none: what a test's delay_point() does (runtime/sync/delay.h).
#pragma once

#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

#include <cstdint>
#include <sched.h>
#include <unistd.h>

namespace polder::test {

// `state` is the calling thread's own; 0 starts its sequence.
inline void random_delay(std::uint32_t &state) {
    state = (state ? state : mythread() + 1) * 1664525u + 1013904223u;
    switch (state >> 28) {
    case 0: usleep(state >> 20 & 63); break;
    case 1:
    case 2: sched_yield(); break;
    case 3:
        for (unsigned i = 0; i < (state >> 20 & 255); ++i)
            cpu_pause();
        break;
    default: break;
    }
}

} // namespace polder::test
