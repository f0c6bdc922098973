// Allgather by Bruck's algorithm: ceil(log2 n) rounds, in each of which a member doubles the blocks
// that it has. They lie in scratch memory from the caller's own block on, and are copied to their
// places last.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// Bytes of `count` blocks from the caller's on, in the order of the subset.
std::size_t run_bytes(const Subset &subset, const Extents &extents, unsigned count) {
    if (count == subset.size || !extents.dense()) {
        std::size_t bytes = 0;
        for (unsigned i = 0; i < count; ++i)
            bytes += extents.bytes(subset.after(i));
        return bytes;
    }
    const unsigned end = subset.after(count);
    const std::size_t all = extents.at(subset.size - 1) + extents.bytes(subset.size - 1) - extents.at(0);
    return end > subset.me ? extents.at(end) - extents.at(subset.me) : all - (extents.at(subset.me) - extents.at(end));
}

void turn_back(Schedule &schedule, const Subset &subset, BufferRef all, BufferRef blocks, const Extents &extents) {
    const unsigned n = subset.size;
    const unsigned to_end = n - subset.me;
    if (!extents.dense()) {
        std::size_t at = 0;
        for (unsigned i = 0; i < n; at += extents.bytes(subset.after(i)), ++i)
            if (i) schedule.copy(all + extents.at(subset.after(i)), blocks + at, extents.bytes(subset.after(i)));
        return;
    }
    const std::size_t first = run_bytes(subset, extents, to_end);
    const std::size_t whole = run_bytes(subset, extents, n);
    schedule.copy(all + extents.at(subset.me), blocks, first);
    schedule.copy(all + extents.at(0), blocks + first, whole - first);
}

} // namespace

void bruck_allgather(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef all, const Extents &extents) {
    const unsigned n = subset.size;
    if (n == 1) return;
    const BufferRef blocks = schedule.scratch(run_bytes(subset, extents, n));
    schedule.copy(blocks, all + extents.at(subset.me), extents.bytes(subset.me));
    unsigned round = 0;
    for (unsigned have = 1; have < n; ++round) {
        const unsigned count = have < n - have ? have : n - have;
        const unsigned to = subset.rank(subset.before(have));
        const unsigned from = subset.rank(subset.after(have));
        const std::size_t here = run_bytes(subset, extents, have);
        const std::size_t then = run_bytes(subset, extents, have + count);
        schedule.post(from, tag_of(phase, round), blocks + here, then - here);
        schedule.send(to, tag_of(phase, round), blocks, run_bytes(subset, extents, count));
        schedule.await(from, tag_of(phase, round), blocks + here, then - here);
        have += count;
    }
    turn_back(schedule, subset, all, blocks, extents);
}

} // namespace polder::coll
