// One random pause, mostly none: what a test's delay_point() does (base/delay.h).
#pragma once

#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

#include <cstdint>
#include <sched.h>
#include <unistd.h>

namespace polder::test {

// `kept` is the calling thread's own, or that of all system threads of it; 0 starts its sequence.
inline void random_delay(std::uint32_t &kept) {
    std::uint32_t state = __atomic_load_n(&kept, __ATOMIC_RELAXED);
    state = (state ? state : mythread() + 1) * 1664525u + 1013904223u;
    __atomic_store_n(&kept, state, __ATOMIC_RELAXED);
    switch (state >> 28) {
    case 0: usleep(state >> 20 & 63); break;
    case 1:
    case 2: sched_yield(); break;
    case 3:
        for (unsigned i = 0; i < (state >> 20 & 255); ++i)
            sync::cpu_pause();
        break;
    default: break;
    }
}

} // namespace polder::test
