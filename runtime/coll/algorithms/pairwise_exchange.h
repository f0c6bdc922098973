// Pairwise exchange: every member sends a block to each other member and receives one from it.
#pragma once

#include "runtime/coll/algorithms/phases.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/subset.h"

namespace polder::coll {

struct PairBlock {
    BufferRef ref;
    std::size_t bytes;
};

// With everybody else, nearest first: to(r) goes to member r, from(r) comes from it. What comes is
// posted a window ahead and awaited as far behind, so that where threads share cores many pairs are
// served in one turn of each. Nobody waits for ever: of those that wait, take the one that is least
// far. Whoever it sends to has gone as far, so has posted the place; whoever it gets from has gone
// further than this was sent.
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
