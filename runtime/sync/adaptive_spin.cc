// Windows of adaptive spinning; see adaptive_spin.h.
#include "runtime/sync/adaptive_spin.h"

#include <algorithm>

namespace polder::sync {

POLDER_PRIVATE AdaptiveSpin adaptive_spin_state = {};

namespace {

std::uint32_t value(const std::atomic<std::uint32_t> &word) {
    return word.load(std::memory_order_relaxed);
}
void set(std::atomic<std::uint32_t> &word, std::uint32_t number) {
    word.store(number, std::memory_order_relaxed);
}

} // namespace

void adaptive_spin_open(AdaptiveSpin &spin, bool came) {
    const std::uint32_t left = value(spin.left);
    const std::uint32_t skip = value(spin.skip);
    const bool paid = came && left && left < adaptive_spin_turns;
    if (paid) {
        set(spin.saved, std::min(value(spin.saved) + 1, adaptive_spin_saved));
        set(spin.leaves, 0);
    } else if (skip) {
        set(spin.skip, skip - 1);
        return set(spin.left, 0);
    }
    const std::uint32_t run = value(spin.run) + paid;
    const bool enough = run >= adaptive_spin_run;
    set(spin.run, enough ? 0 : run);
    set(spin.left, enough ? 0 : adaptive_spin_turns);
    if (enough) set(spin.skip, 1); // the wait for the answer to what is sent next
}

void adaptive_spin_failed(AdaptiveSpin &spin) {
    set(spin.run, 0);
    if (const std::uint32_t saved = value(spin.saved)) return set(spin.saved, saved - 1);
    const std::uint32_t leaves = std::min(value(spin.leaves) * 2 + 1, adaptive_spin_left_out);
    set(spin.leaves, leaves);
    set(spin.skip, leaves);
}

} // namespace polder::sync
