// Adaptive spinning for threads that share cores. There a thread that waits gives its core away at
// once. Two threads that talk to each other lose by that if both happen to run on two cores at the
// same moment. The answer would then be there in a fraction of the time that a change of threads
// takes.
//
// Rule. A thread that has sent or taken a message keeps its core for a *window* of turns, if that
// paid lately.
//   1. A window in which something came saves up one in which nothing comes.
//   2. Without any saved, a window in which nothing comes doubles the number of the next ones that
//      are left out.
//   3. After `adaptive_spin_run` windows in a row that paid, one is left out all the same.
//      Otherwise threads that talk would never yield in between, and others wait for the core. A
//      run is short beside `late_yield_ns` (give_way.h). So a thread that yields to threads that
//      talk does not take them for strangers.
//
// If each thread has a core none of this is used; waits spin long enough there. All of it is hints,
// in private data of a UPC thread, which its system threads may change at once.
#pragma once

#include "runtime/core/private.h"
#include "runtime/sync/wait.h"

#include <atomic>
#include <cstdint>

namespace polder::sync {

inline constexpr std::uint32_t adaptive_spin_turns = 48;    // of a window
inline constexpr std::uint32_t adaptive_spin_left_out = 63; // windows, at most, between two that are tried
inline constexpr std::uint32_t adaptive_spin_saved = 64;    // at most
inline constexpr std::uint32_t adaptive_spin_run = 100;     // some 40 us

struct AdaptiveSpin {
    std::atomic<std::uint32_t> left;   // turns of the window
    std::atomic<std::uint32_t> saved;  // windows that may fail
    std::atomic<std::uint32_t> skip;   // windows still to be left out
    std::atomic<std::uint32_t> leaves; // how many were left out after the last that failed
    std::atomic<std::uint32_t> run;    // windows in a row that paid
};
extern AdaptiveSpin adaptive_spin_state; // POLDER_PRIVATE

void adaptive_spin_open(AdaptiveSpin &spin, bool came);
void adaptive_spin_failed(AdaptiveSpin &spin);

// The caller has taken messages (came), or sent one that will be answered.
inline void adaptive_spin_expect(bool came) {
    if (__builtin_expect(wait_setup.oversubscribed, 0)) adaptive_spin_open(local(adaptive_spin_state), came);
}

// A turn of a wait has found nothing: true if the thread should look again without giving its core
// away.
inline bool adaptive_spin_stays() {
    std::atomic<std::uint32_t> &left = local(adaptive_spin_state).left;
    const std::uint32_t turns = left.load(std::memory_order_relaxed);
    if (!turns) return false;
    left.store(turns - 1, std::memory_order_relaxed);
    if (turns > 1) {
        cpu_pause();
        return true;
    }
    adaptive_spin_failed(local(adaptive_spin_state));
    return false;
}

} // namespace polder::sync
