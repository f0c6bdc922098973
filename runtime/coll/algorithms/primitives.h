// Algorithm primitives: one algorithm over one subset of a team each. Operations are put together
// from them in compose.cc. `phase` keeps the tags of the phases of an operation apart. What members
// give and get lies where the caller says.
#pragma once

#include "runtime/coll/algorithms/phases.h"
#include "runtime/coll/request/collective.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/subset.h"

namespace polder::coll {

// Everybody has come: ceil(log2 n) rounds, in round k a word to the member 2^k further on.
void dissemination_barrier(Schedule &schedule, const Subset &subset, unsigned phase);

// sum: in, the member's operand; out, the sum of all, in the order of the subset. It takes
// ceil(log2 n) rounds, and two more where n is no power of 2.
void doubling_allreduce(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef sum, std::size_t bytes);
// The same for long vectors of operations that need no order. Each member sums an n-th on its way
// around the ring, then the sums go around.
void ring_allreduce(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef sum, std::size_t bytes,
                    std::size_t element);

// result: out, the sum of those up to the caller; or (exclusive) before it, and on the first member
// it is left alone.
void doubling_scan(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef own, BufferRef result,
                   std::size_t bytes, bool exclusive);

// Each member has a record of `bytes` at `pair`, with room for another one behind it; afterwards
// those of the subset are in order. At most log n (log n + 1) / 2 rounds of one message.  The
// operation's combine function keeps one of the two records at `sum`, in the first place. With the
// operand at keep_lower it keeps the lower one, with that at keep_upper the upper one. Both
// operands have 2 * bytes.
void merge_sort_network(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef pair, BufferRef keep_lower,
                        BufferRef keep_upper, std::size_t bytes);

// Blocks of n members, in the order of the subset, at `all` on the root.
void binomial_gather(Schedule &schedule, const Subset &subset, unsigned root, unsigned phase, BufferRef own,
                     BufferRef all, std::size_t bytes);
void binomial_scatter(Schedule &schedule, const Subset &subset, unsigned root, unsigned phase, BufferRef all,
                      BufferRef own, std::size_t bytes);

// Where the blocks of a subset lie in memory that has all of them, by number.
struct Extents {
    unsigned count = 1;
    std::size_t each = 0;           // even blocks, by number
    const Blocks *blocks = nullptr; // uneven ones, or
    const Subset *firsts = nullptr; // as many even ones as there are ranks from this one to the next, of `ranks`
    unsigned ranks = 0;

    std::size_t at(unsigned i) const { return blocks ? blocks->at[i] : firsts ? firsts->rank(i) * each : i * each; }
    std::size_t bytes(unsigned i) const {
        if (blocks) return blocks->bytes[i];
        return firsts ? ((i + 1 < count ? firsts->rank(i + 1) : ranks) - firsts->rank(i)) * each : each;
    }
    bool dense() const { // one behind the other
        for (unsigned i = 1; blocks && i < count; ++i)
            if (at(i) != at(i - 1) + bytes(i - 1)) return false;
        return true;
    }
};

// The caller's block is in its place in `all`; then those of all are.
void ring_allgather(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef all, const Extents &extents);
void bruck_allgather(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef all, const Extents &extents);

void bruck_alltoall(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef in, BufferRef out,
                    std::size_t bytes);

} // namespace polder::coll
