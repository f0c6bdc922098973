// Allgather by Bruck's algorithm: ceil(log2 n) rounds, in each of which a member doubles the blocks
// that it has. They lie in scratch memory from the caller's own block on, and are copied to their
// places last.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// Bytes of `count` blocks from the caller's on, in the order of the party.
std::size_t run_bytes(const Party &party, const Extents &extents, unsigned count) {
    if (count == party.size || !extents.dense()) {
        std::size_t bytes = 0;
        for (unsigned i = 0; i < count; ++i)
            bytes += extents.bytes(party.after(i));
        return bytes;
    }
    const unsigned end = party.after(count);
    const std::size_t all = extents.at(party.size - 1) + extents.bytes(party.size - 1) - extents.at(0);
    return end > party.me ? extents.at(end) - extents.at(party.me) : all - (extents.at(party.me) - extents.at(end));
}

void turn_back(Schedule &schedule, const Party &party, Spot all, Spot blocks, const Extents &extents) {
    const unsigned n = party.size, to_end = n - party.me;
    if (!extents.dense()) {
        std::size_t at = 0;
        for (unsigned i = 0; i < n; at += extents.bytes(party.after(i)), ++i)
            if (i) schedule.copy(all + extents.at(party.after(i)), blocks + at, extents.bytes(party.after(i)));
        return;
    }
    const std::size_t first = run_bytes(party, extents, to_end), whole = run_bytes(party, extents, n);
    schedule.copy(all + extents.at(party.me), blocks, first);
    schedule.copy(all + extents.at(0), blocks + first, whole - first);
}

} // namespace

void bruck_allgather(Schedule &schedule, const Party &party, unsigned part, Spot all, const Extents &extents) {
    const unsigned n = party.size;
    if (n == 1) return;
    const Spot blocks = schedule.scratch(run_bytes(party, extents, n));
    schedule.copy(blocks, all + extents.at(party.me), extents.bytes(party.me));
    unsigned round = 0;
    for (unsigned have = 1; have < n; ++round) {
        const unsigned count = have < n - have ? have : n - have;
        const unsigned to = party.rank(party.before(have)), from = party.rank(party.after(have));
        const std::size_t here = run_bytes(party, extents, have), then = run_bytes(party, extents, have + count);
        schedule.post(from, tag_of(part, round), blocks + here, then - here);
        schedule.send(to, tag_of(part, round), blocks, run_bytes(party, extents, count));
        schedule.await(from, tag_of(part, round), blocks + here, then - here);
        have += count;
    }
    turn_back(schedule, party, all, blocks, extents);
}

} // namespace polder::coll
