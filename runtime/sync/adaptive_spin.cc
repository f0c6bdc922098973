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

void adaptive_spin_open(AdaptiveSpin &eager, bool came) {
    const std::uint32_t left = value(eager.left);
    const std::uint32_t skip = value(eager.skip);
    const bool paid = came && left && left < adaptive_spin_turns;
    if (paid) {
        set(eager.saved, std::min(value(eager.saved) + 1, adaptive_spin_saved));
        set(eager.leaves, 0);
    } else if (skip) {
        set(eager.skip, skip - 1);
        return set(eager.left, 0);
    }
    const std::uint32_t run = value(eager.run) + paid;
    const bool enough = run >= adaptive_spin_run;
    set(eager.run, enough ? 0 : run);
    set(eager.left, enough ? 0 : adaptive_spin_turns);
    if (enough) set(eager.skip, 1); // the wait for the answer to what is sent next
}

void adaptive_spin_failed(AdaptiveSpin &eager) {
    set(eager.run, 0);
    if (const std::uint32_t saved = value(eager.saved)) return set(eager.saved, saved - 1);
    const std::uint32_t leaves = std::min(value(eager.leaves) * 2 + 1, adaptive_spin_left_out);
    set(eager.leaves, leaves);
    set(eager.skip, leaves);
}

} // namespace polder::sync
