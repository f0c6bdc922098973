// The movable tasks of the calling thread, and what the files of this folder share.
#pragma once

#include "runtime/movable/deque.h"

#include <polder/abi.h>

namespace polder::movable {

struct Own {
    Top top;
    polder_ga block; // all homes
    void (*kinds[POLDER_MOVABLE_KINDS])(void *);
    unsigned kind_count;
    std::uint64_t run; // number of the present run, from 1 on
    bool running;
    std::uint32_t random;
    unsigned *victims; // the other threads of the node, the near ones first
    polder_movable_counts counts;
    // Thread 0's question under way (termination.cc).
    unsigned question;
    std::uint64_t finished_then;
};
extern Own own_tasks; // POLDER_PRIVATE

// Of a thread of the node.
Home &home_of(unsigned thread);
Home &node_home(); // of its first thread

inline std::uint32_t next_random(Own &own) { // xorshift
    std::uint32_t x = own.random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return own.random = x;
}

// pool.cc
void accept(Own &own, const Record *records, std::uint32_t count); // stolen ones

// steal.cc
bool steal_near(Own &own);
// True: some came. Otherwise a question to another node is under way, or there is no other.
bool steal_far(Own &own);

// termination.cc
// Of a thread that has found nothing, which may sleep meanwhile. False: it should look again.
bool run_is_over(Own &own);

} // namespace polder::movable
