// All-to-all by Bruck's algorithm: ceil(log2 n) messages of half of all blocks each, for short
// blocks.
//
//   1. Blocks are turned, so that block i is the one for the member i further on.
//   2. In the round of distance d = 1, 2, 4 ..., all blocks whose i has bit d move on by d
//      members.
//   3. After all rounds block i has come i members far: it is the one from the member i before.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// The blocks whose number has bit d, of n, as runs of d blocks at a distance of 2 d.
struct Marked {
    unsigned d;
    unsigned n;
    std::size_t bytes;

    unsigned full() const { return n / (2 * d); }
    unsigned rest() const { return n % (2 * d) > d ? n % (2 * d) - d : 0; }
    std::size_t length() const { return (std::size_t{full()} * d + rest()) * bytes; }
    // Between the blocks in their places and the marked ones in a row.
    void move(Schedule &schedule, BufferRef placed, BufferRef packed, bool pack) const {
        const auto run = static_cast<std::ptrdiff_t>(d * bytes);
        const std::size_t tail = std::size_t{full()} * d * bytes;
        const StridedRef in_place{placed + d * bytes, 2 * run};
        const StridedRef in_row{packed, run};
        const BufferRef last = placed + 2 * tail + d * bytes;
        schedule.copy_strided(pack ? in_row : in_place, pack ? in_place : in_row, d * bytes, full());
        if (rest()) schedule.copy(pack ? packed + tail : last, pack ? last : packed + tail, rest() * bytes);
    }
};

} // namespace

void bruck_alltoall(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef in, BufferRef out,
                    std::size_t bytes) {
    const unsigned n = subset.size;
    const unsigned me = subset.me;
    const BufferRef blocks = schedule.scratch(n * bytes);
    const std::size_t most = (std::size_t{n} + 1) / 2 * bytes;
    const BufferRef packed = schedule.scratch(most);
    const BufferRef received = schedule.scratch(most);
    schedule.copy(blocks, in + me * bytes, (n - me) * bytes);
    schedule.copy(blocks + (n - me) * bytes, in, me * bytes);
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < n; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance);
        const unsigned tag = tag_of(phase, round);
        const Marked marked{d, n, bytes};
        const unsigned to = subset.rank(subset.after(d));
        const unsigned from = subset.rank(subset.before(d));
        schedule.post(from, tag, received, marked.length());
        marked.move(schedule, blocks, packed, true);
        schedule.send(to, tag, packed, marked.length());
        schedule.await(from, tag, received, marked.length());
        marked.move(schedule, blocks, received, false);
    }
    const auto back = static_cast<std::ptrdiff_t>(bytes);
    schedule.copy_strided({out + me * bytes, -back}, {blocks, back}, bytes, me + 1);
    if (me + 1 < n)
        schedule.copy_strided({out + (n - 1) * bytes, -back}, {blocks + (me + 1) * bytes, back}, bytes, n - me - 1);
}

} // namespace polder::coll
