// What generated code calls that ThreadSanitizer instruments (include/polder/abi.h, POLDER_RACES).
#include "runtime/race/race.h"

#include <atomic>
#include <cstring>

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)

void polder_race_fence() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    race::race_fence();
}

void polder_race_copy(void *to, const void *from, unsigned long size) {
    const race::RaceCall call({&polder_race_copy, __builtin_return_address(0)});
    call.reads(from, size);
    call.writes(to, size);
    std::memcpy(to, from, size);
}

// Two strict accesses do not race, as if one instruction did each. A write gives what its thread
// has done; a read takes what the write gave.
void polder_race_move(void *to, const void *from, unsigned long size, int store) {
    if (!race::race_watched()) {
        std::memcpy(to, from, size);
        return;
    }
    void *const shared = store ? to : const_cast<void *>(from);
    const race::RaceSite site(&polder_race_move, __builtin_return_address(0));
    race::race_detector->atomic(shared, size, store, site);
    if (store) race::race_give(shared);
    {
        const race::RaceHush hush;
        std::memcpy(to, from, size);
    }
    if (!store) race::race_take(shared);
}
#pragma GCC visibility pop
} // extern "C"
