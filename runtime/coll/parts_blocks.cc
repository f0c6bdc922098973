// Blocks that are gathered, scattered and exchanged over one party; see parts.h.
#include "runtime/coll/parts.h"

namespace polder {
namespace {

// The binomial tree, relative to the root: the subtree of number v is [v, v + span).
struct Binomial {
    const Party &party;
    unsigned root;
    Tree tree;
    unsigned v;

    Binomial(const Party &p, unsigned r) : party(p), root(r), tree{p.size, 1}, v((p.me + p.size - r) % p.size) {}
    unsigned span(unsigned number) const {
        const unsigned n = tree.size, reach = number ? 1u << tree.digit_shift(number) : n;
        return reach < n - number ? reach : n - number;
    }
    unsigned rank(unsigned number) const {
        return party.rank(static_cast<unsigned>((std::uint64_t{number} + root) % tree.size));
    }
};

// What the root has in its own order (from itself on) to the order of the party, or back.
void turn(Schedule &schedule, Spot to, Spot from, unsigned first, unsigned n, std::size_t bytes) {
    schedule.copy(to + first * bytes, from, (n - first) * bytes);
    schedule.copy(to, from + (n - first) * bytes, first * bytes);
}

} // namespace

void binomial_gather(Schedule &schedule, const Party &party, unsigned root, unsigned part, Spot own, Spot all,
                     std::size_t bytes) {
    const Binomial tree(party, root);
    const unsigned span = tree.span(tree.v);
    const bool is_root = tree.v == 0, direct = is_root && root == 0;
    const Spot blocks = direct ? all : span > 1 ? schedule.scratch(span * bytes) : own;
    if (direct || span > 1) schedule.copy(blocks, own, bytes);
    tree.tree.children(tree.v, [&](unsigned child) {
        schedule.receive(tree.rank(child), tag_of(part), blocks + (child - tree.v) * bytes, tree.span(child) * bytes);
    });
    if (!is_root) return schedule.send(tree.rank(tree.tree.parent(tree.v)), tag_of(part), blocks, span * bytes);
    if (!direct) turn(schedule, all, blocks, root, party.size, bytes);
}

void binomial_scatter(Schedule &schedule, const Party &party, unsigned root, unsigned part, Spot all, Spot own,
                      std::size_t bytes) {
    const Binomial tree(party, root);
    const unsigned span = tree.span(tree.v), n = party.size;
    const bool is_root = tree.v == 0, direct = is_root && root == 0;
    const Spot blocks = direct ? all : span > 1 || (is_root && n > 1) ? schedule.scratch(span * bytes) : own;
    if (is_root && !direct) {
        schedule.copy(blocks, all + root * bytes, (n - root) * bytes);
        schedule.copy(blocks + (n - root) * bytes, all, root * bytes);
    } else if (!is_root) {
        schedule.receive(tree.rank(tree.tree.parent(tree.v)), tag_of(part), blocks, span * bytes);
    }
    unsigned children[32], count = 0;
    tree.tree.children(tree.v, [&](unsigned child) { children[count++] = child; });
    while (count--) {
        const unsigned child = children[count];
        schedule.send(tree.rank(child), tag_of(part), blocks + (child - tree.v) * bytes, tree.span(child) * bytes);
    }
    if (is_root || span > 1) schedule.copy(own, blocks, bytes);
}

void ring_allgather(Schedule &schedule, const Party &party, unsigned part, Spot all, const Extents &extents) {
    const unsigned next = party.rank(party.after(1)), previous = party.rank(party.before(1));
    for (unsigned round = 0; round + 1 < party.size; ++round) {
        const unsigned out = party.before(round), in = party.before(round + 1), tag = tag_of(part, round);
        schedule.post(previous, tag, all + extents.at(in), extents.bytes(in));
        schedule.send(next, tag, all + extents.at(out), extents.bytes(out));
        schedule.await(previous, tag, all + extents.at(in), extents.bytes(in));
    }
}

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

namespace {

// The blocks whose number has bit d, of n, as runs of d blocks at a distance of 2 d.
struct Marked {
    unsigned d, n;
    std::size_t bytes;

    unsigned full() const { return n / (2 * d); }
    unsigned rest() const { return n % (2 * d) > d ? n % (2 * d) - d : 0; }
    std::size_t length() const { return (std::size_t{full()} * d + rest()) * bytes; }
    // Between the blocks in their places and the marked ones in a row.
    void move(Schedule &schedule, Spot placed, Spot packed, bool pack) const {
        const auto run = static_cast<std::ptrdiff_t>(d * bytes);
        const std::size_t tail = std::size_t{full()} * d * bytes;
        const Pieces in_place{placed + d * bytes, 2 * run}, in_row{packed, run};
        const Spot last = placed + 2 * tail + d * bytes;
        schedule.copy_pieces(pack ? in_row : in_place, pack ? in_place : in_row, d * bytes, full());
        if (rest()) schedule.copy(pack ? packed + tail : last, pack ? last : packed + tail, rest() * bytes);
    }
};

} // namespace

// Block i is turned to be the one for the member i further on. Round d moves all blocks on by d whose i has bit d; after all rounds
// block i has come i members far, so it is the one from the member i before.
void bruck_alltoall(Schedule &schedule, const Party &party, unsigned part, Spot in, Spot out, std::size_t bytes) {
    const unsigned n = party.size, me = party.me;
    const Spot blocks = schedule.scratch(n * bytes);
    const std::size_t most = (std::size_t{n} + 1) / 2 * bytes;
    const Spot packed = schedule.scratch(most), received = schedule.scratch(most);
    schedule.copy(blocks, in + me * bytes, (n - me) * bytes);
    schedule.copy(blocks + (n - me) * bytes, in, me * bytes);
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < n; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance), tag = tag_of(part, round);
        const Marked marked{d, n, bytes};
        const unsigned to = party.rank(party.after(d)), from = party.rank(party.before(d));
        schedule.post(from, tag, received, marked.length());
        marked.move(schedule, blocks, packed, true);
        schedule.send(to, tag, packed, marked.length());
        schedule.await(from, tag, received, marked.length());
        marked.move(schedule, blocks, received, false);
    }
    const auto back = static_cast<std::ptrdiff_t>(bytes);
    schedule.copy_pieces({out + me * bytes, -back}, {blocks, back}, bytes, me + 1);
    if (me + 1 < n)
        schedule.copy_pieces({out + (n - 1) * bytes, -back}, {blocks + (me + 1) * bytes, back}, bytes, n - me - 1);
}

} // namespace polder
