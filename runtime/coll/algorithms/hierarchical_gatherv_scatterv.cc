// Hierarchical gatherv and scatterv. The root knows all lengths, each other member its own. So the
// representative of a node first learns the lengths of its node, and then writes the rest of its
// schedule. Long blocks (hierarchical.h) go straight between root and owner.
#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/topology/node_hierarchy.h"

#include <cstdlib>
#include <new>

namespace polder::coll {

namespace {

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};

// What a representative that is not the root knows, and gets to know.
struct Lengths {
    TeamTopology team;
    unsigned root;
    BufferRef ref; // of the members of the node, 64 bits each
    std::size_t own;

    std::size_t of(const char *scratch, unsigned member) const {
        std::uint64_t bytes;
        __builtin_memcpy(&bytes, scratch + ref.offset + member * sizeof bytes, sizeof bytes);
        return bytes;
    }
};

void later(Schedule &schedule, LaterStage::Write stage, const Lengths &lengths) {
    void *memory = std::malloc(sizeof(Lengths));
    schedule.then(stage, memory ? new (memory) Lengths(lengths) : nullptr);
}

std::size_t short_bytes(const Schedule &schedule, const NodeOrder &all, unsigned node, const Blocks &blocks) {
    std::size_t sum = 0;
    for (unsigned i = all.first(node); i < all.first(node + 1); ++i)
        if (const std::size_t bytes = blocks.bytes[all.rank(i)]; !is_long(schedule, bytes)) sum += bytes;
    return sum;
}

// Those of the root's node, and long ones, straight; of each other node the short ones in a row.
struct Root {
    Schedule &schedule;
    const TeamTopology &team;
    const NodeOrder &all;
    const Blocks &blocks;
    BufferRef placed;
    BufferRef row;
    NodeHierarchy two;

    Root(Schedule &s, const TeamTopology &t, const NodeOrder &a, const CollectiveArguments &call, const Blocks &b,
         BufferRef where)
        : schedule(s), team(t), all(a), blocks(b), placed(where), row(where), two(hierarchy_of(t, call.root)) {
        std::size_t bytes = 0;
        for (unsigned node = 0; node < all.nodes(); ++node)
            if (node != two.leaders_root) bytes += short_bytes(schedule, all, node, blocks);
        row = schedule.scratch(bytes);
    }
    template <class Action> void each_straight(Action action) const {
        for (unsigned i = 0; i < team.all.size; ++i) {
            const unsigned r = all.rank(i);
            const bool same_node = i - all.first(two.leaders_root) < all.count(two.leaders_root);
            if (r != team.all.me && blocks.bytes[r] && (same_node || is_long(schedule, blocks.bytes[r])))
                action(r, placed + blocks.at[r], blocks.bytes[r]);
        }
    }
    template <class Action> void each_node(Action action) const {
        std::size_t at = 0;
        for (unsigned node = 0; node < all.nodes(); ++node) {
            if (node == two.leaders_root) continue;
            const std::size_t bytes = short_bytes(schedule, all, node, blocks);
            action(node, row + at, bytes);
            at += bytes;
        }
    }
    void place(bool to_row) const {
        Copies copies(schedule);
        each_node([&](unsigned node, BufferRef ref, std::size_t) {
            for (unsigned i = all.first(node); i < all.first(node + 1); ++i) {
                const std::size_t bytes = blocks.bytes[all.rank(i)];
                if (is_long(schedule, bytes)) continue;
                const BufferRef there = placed + blocks.at[all.rank(i)];
                copies.add(to_row ? ref : there, to_row ? there : ref, bytes);
                ref = ref + bytes;
            }
        });
    }
};

void gather_node(Schedule &schedule, const char *scratch, const void *context) {
    const Lengths &lengths = *static_cast<const Lengths *>(context);
    const Subset &local = lengths.team.local;
    std::size_t all = 0;
    for (unsigned i = 0; i < local.size; ++i)
        if (const std::size_t bytes = lengths.of(scratch, i); !is_long(schedule, bytes)) all += bytes;
    const BufferRef row = schedule.scratch(all);
    const auto each = [&](auto action) {
        BufferRef ref = row;
        for (unsigned i = 0; i < local.size; ++i) {
            const std::size_t bytes = lengths.of(scratch, i);
            if (!bytes || is_long(schedule, bytes)) continue;
            action(i, ref, bytes);
            ref = ref + bytes;
        }
    };
    each([&](unsigned i, BufferRef ref, std::size_t bytes) {
        if (i != local.me) schedule.post(local.rank(i), tag_of(up, 1), ref, bytes);
    });
    each([&](unsigned i, BufferRef ref, std::size_t bytes) {
        if (i == local.me)
            schedule.copy(ref, in, bytes);
        else
            schedule.await(local.rank(i), tag_of(up, 1), ref, bytes);
    });
    if (all) schedule.send(lengths.root, tag_of(across), row, all);
    if (is_long(schedule, lengths.own)) schedule.send(lengths.root, tag_of(outside), in, lengths.own);
}

void scatter_node(Schedule &schedule, const char *scratch, const void *context) {
    const Lengths &lengths = *static_cast<const Lengths *>(context);
    const Subset &local = lengths.team.local;
    std::size_t all = 0;
    for (unsigned i = 0; i < local.size; ++i)
        if (const std::size_t bytes = lengths.of(scratch, i); !is_long(schedule, bytes)) all += bytes;
    BufferRef ref = schedule.scratch(all);
    if (is_long(schedule, lengths.own)) schedule.post(lengths.root, tag_of(outside), out, lengths.own);
    if (all) schedule.receive(lengths.root, tag_of(across), ref, all);
    for (unsigned i = 0; i < local.size; ++i) {
        const std::size_t bytes = lengths.of(scratch, i);
        if (!bytes || is_long(schedule, bytes)) continue;
        if (i == local.me)
            schedule.copy(out, ref, bytes);
        else
            schedule.send(local.rank(i), tag_of(down, 1), ref, bytes);
        ref = ref + bytes;
    }
    if (is_long(schedule, lengths.own)) schedule.await(lengths.root, tag_of(outside), out, lengths.own);
}

// Whether the caller's block goes straight between it and the root.
bool is_straight(const Schedule &schedule, const NodeHierarchy &two, std::size_t own) {
    return two.leaders_root == two.leaders.me || is_long(schedule, own);
}

} // namespace

void hierarchical_gatherv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call) {
    const NodeHierarchy two = hierarchy_of(team, call.root);
    const std::size_t own = call.own_bytes;
    if (team.all.me == call.root) {
        const NodeOrder all(team);
        if (all.failed()) return schedule.fail();
        const Root root(schedule, team, all, call, call.out, out);
        const auto tag = tag_of(across);
        root.each_straight(
            [&](unsigned r, BufferRef ref, std::size_t bytes) { schedule.post(r, tag_of(outside), ref, bytes); });
        root.each_node([&](unsigned node, BufferRef ref, std::size_t bytes) {
            if (bytes) schedule.post(two.leaders.rank(node), tag, ref, bytes);
        });
        schedule.copy(out + call.out.at[call.root], in, own);
        root.each_node([&](unsigned node, BufferRef ref, std::size_t bytes) {
            if (bytes) schedule.await(two.leaders.rank(node), tag, ref, bytes);
        });
        root.place(false);
        return root.each_straight(
            [&](unsigned r, BufferRef ref, std::size_t bytes) { schedule.await(r, tag_of(outside), ref, bytes); });
    }
    const std::uint64_t word = own;
    if (two.leaders_root != two.leaders.me && !two.represents)
        schedule.send(two.local.rank(0), tag_of(up), schedule.constant(&word, sizeof word), sizeof word);
    if (two.leaders_root != two.leaders.me && two.represents) {
        const BufferRef lengths = schedule.scratch(sizeof word * two.local.size);
        schedule.copy(lengths + two.local.me * sizeof word, schedule.constant(&word, sizeof word), sizeof word);
        for (unsigned i = 1; i < two.local.size; ++i)
            schedule.await(two.local.rank(i), tag_of(up), lengths + i * sizeof word, sizeof word);
        return later(schedule, gather_node, {team, call.root, lengths, own});
    }
    if (!own) return;
    if (is_straight(schedule, two, own)) return schedule.send(call.root, tag_of(outside), in, own);
    schedule.send(two.local.rank(0), tag_of(up, 1), in, own);
}

void hierarchical_scatterv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call) {
    const NodeHierarchy two = hierarchy_of(team, call.root);
    const std::size_t own = call.own_bytes;
    if (team.all.me == call.root) {
        const NodeOrder all(team);
        if (all.failed()) return schedule.fail();
        const Root root(schedule, team, all, call, call.in, in);
        root.each_node([&](unsigned node, BufferRef, std::size_t) { // lengths first: nobody can post before it has them
            BufferRef first{Buffer::constant};
            for (unsigned i = all.first(node); i < all.first(node + 1); ++i) {
                const std::uint64_t words[2] = {call.in.bytes[all.rank(i)], 0};
                const BufferRef ref = schedule.constant(words, sizeof words);
                if (i == all.first(node)) first = ref;
            }
            const std::size_t count = all.count(node);
            const BufferRef row = schedule.scratch(count * sizeof(std::uint64_t));
            schedule.copy_strided({row, sizeof(std::uint64_t)}, {first, 2 * sizeof(std::uint64_t)},
                                  sizeof(std::uint64_t), count);
            schedule.send(two.leaders.rank(node), tag_of(down), row, count * sizeof(std::uint64_t));
        });
        root.place(true);
        root.each_node([&](unsigned node, BufferRef ref, std::size_t bytes) {
            if (bytes) schedule.send(two.leaders.rank(node), tag_of(across), ref, bytes);
        });
        root.each_straight(
            [&](unsigned r, BufferRef ref, std::size_t bytes) { schedule.send(r, tag_of(outside), ref, bytes); });
        return schedule.copy(out, in + call.in.at[call.root], own);
    }
    if (two.leaders_root != two.leaders.me && two.represents) {
        const std::size_t bytes = sizeof(std::uint64_t) * two.local.size;
        const BufferRef lengths = schedule.scratch(bytes);
        schedule.receive(call.root, tag_of(down), lengths, bytes);
        return later(schedule, scatter_node, {team, call.root, lengths, own});
    }
    if (!own) return;
    if (is_straight(schedule, two, own)) return schedule.receive(call.root, tag_of(outside), out, own);
    schedule.receive(two.local.rank(0), tag_of(down, 1), out, own);
}

} // namespace polder::coll
