// Sorting of one record a member by a network of comparisons: Batcher's odd-even merge sort, for
// any number of members. A comparison is an exchange between two members; each keeps one of the
// records.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// The two records of a comparison lie behind one another, the caller's first; what is combined with
// them says which is kept.
struct Comparison {
    Schedule &schedule;
    const Subset &subset;
    unsigned phase;
    BufferRef pair;
    BufferRef keep_lower;
    BufferRef keep_upper;
    std::size_t bytes;
    unsigned round = 0;

    void with(unsigned number, bool lower) {
        const unsigned tag = tag_of(phase, round);
        const unsigned peer = subset.rank(number);
        schedule.post(peer, tag, pair + bytes, bytes);
        schedule.send(peer, tag, pair, bytes);
        schedule.await(peer, tag, pair + bytes, bytes);
        schedule.combine(pair, lower ? keep_lower : keep_upper, 2 * bytes);
    }
};

} // namespace

void merge_sort_network(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef pair, BufferRef keep_lower,
                        BufferRef keep_upper, std::size_t bytes) {
    const std::uint64_t n = subset.size;
    const std::uint64_t me = subset.me;
    std::uint64_t top = 1; // the largest power of 2 below n
    while (2 * top < n)
        top *= 2;
    Comparison comparison{schedule, subset, phase, pair, keep_lower, keep_upper, bytes};
    for (std::uint64_t p = top; p && n > 1; p /= 2) {
        std::uint64_t q = top;
        std::uint64_t r = 0;
        std::uint64_t d = p;
        for (;; d = q - p, q /= 2, r = p, ++comparison.round) {
            if ((me & p) == r && me + d < n)
                comparison.with(static_cast<unsigned>(me + d), true);
            else if (me >= d && ((me - d) & p) == r)
                comparison.with(static_cast<unsigned>(me - d), false);
            if (q == p) break;
        }
        ++comparison.round;
    }
}

} // namespace polder::coll
