// Pairwise exchange: every member sends a block to each other member and receives one from each.
// Here to(r) is the block that goes to member r, from(r) the memory for the block that comes from
// it.
//
// In round i a member sends to the member i further on and receives from the member i before it. It
// posts the first 16 rounds at once, and each later round before it sends in that round. It awaits
// a round 15 rounds late, and the last rounds at the end. Where threads share cores, many pairs are
// then served in one time slice of each.
//
// Deadlock freedom. Suppose that members wait for ever, and let p be one in the lowest round i. The
// awaits at the end count as one more round.
//   1. p does not wait in the send of round i. The receiver has come to round i or further, so it
//      has posted the memory of round i.
//   2. p does not wait in an await of an earlier round j. The sender has come to round i or
//      further, so its send of round j is over.
#pragma once

#include "runtime/coll/algorithms/phases.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/subset.h"

namespace polder::coll {

struct PairBlock {
    BufferRef ref;
    std::size_t bytes;
};

template <class To, class From>
void exchange_pairs(Schedule &schedule, const Subset &subset, unsigned phase, To to, From from) {
    constexpr unsigned window = 16;
    const unsigned last = subset.size - 1;
    const auto post = [&](unsigned i) {
        const unsigned r = subset.before(i);
        if (i <= last) schedule.post(r, tag_of(phase), from(r).ref, from(r).bytes);
    };
    const auto await = [&](unsigned i) {
        const unsigned r = subset.before(i);
        schedule.await(r, tag_of(phase), from(r).ref, from(r).bytes);
    };
    for (unsigned i = 1; i <= window; ++i)
        post(i);
    for (unsigned i = 1; i <= last; ++i) {
        const unsigned r = subset.after(i);
        schedule.send(r, tag_of(phase), to(r).ref, to(r).bytes);
        if (i < window) continue;
        await(i - window + 1);
        post(i + 1);
    }
    for (unsigned i = last >= window ? last - window + 2 : 1; i <= last; ++i)
        await(i);
}

} // namespace polder::coll
