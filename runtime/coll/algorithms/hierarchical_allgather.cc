// Hierarchical allgather, in three phases:
//   1. The blocks of each node are gathered on its leader.
//   2. Leaders exchange the rows of their nodes, by the ring or by Bruck's algorithm.
//   3. A pipelined tree broadcasts the result in each node.
#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/algorithms/temporary_sizes.h"
#include "runtime/coll/topology/node_hierarchy.h"

namespace polder::coll {

namespace {

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};
constexpr std::size_t segment = 64 * 1024;

// The blocks of all members: how long, and where on each of them.
struct Gathered {
    const CollectiveArguments &call;
    const NodeOrder &all;
    unsigned n;

    std::size_t bytes(unsigned r) const { return call.uneven ? call.out.bytes[r] : call.bytes; }
    std::size_t at(unsigned r) const { return call.uneven ? call.out.at[r] : r * call.bytes; }
    std::size_t bytes_of(unsigned first, unsigned end) const {
        if (!call.uneven) return (end - first) * call.bytes;
        std::size_t sum = 0;
        for (unsigned i = first; i < end; ++i)
            sum += bytes(all.rank(i));
        return sum;
    }
    bool is_row() const { // they lie there as they travel
        if (!all.is_in_order()) return false;
        for (unsigned r = 1; call.uneven && r < n; ++r)
            if (at(r) != at(r - 1) + bytes(r - 1)) return false;
        return true;
    }
};

// To the leader, in the order of ranks.
void gather_uneven(Schedule &schedule, const TeamTopology &team, const Gathered &blocks, BufferRef row) {
    const Subset &local = team.local;
    const std::size_t own = blocks.bytes(team.all.me);
    if (local.me) {
        if (own) schedule.send(local.rank(0), tag_of(up), in, own);
        return;
    }
    const auto each = [&](auto action) {
        BufferRef ref = row + own;
        for (unsigned i = 1; i < local.size; ++i) {
            const std::size_t bytes = blocks.bytes(local.rank(i));
            if (bytes) action(local.rank(i), ref, bytes);
            ref = ref + bytes;
        }
    };
    each([&](unsigned r, BufferRef ref, std::size_t bytes) { schedule.post(r, tag_of(up), ref, bytes); });
    schedule.copy(row, in, own);
    each([&](unsigned r, BufferRef ref, std::size_t bytes) { schedule.await(r, tag_of(up), ref, bytes); });
}

void exchange(Schedule &schedule, const TeamTopology &team, const Gathered &blocks, BufferRef row, bool ring) {
    const auto run = ring ? ring_allgather : bruck_allgather;
    const NodeOrder &all = blocks.all;
    if (!blocks.call.uneven && all.is_in_order())
        return run(schedule, team.leaders, across, row,
                   {team.nodes, blocks.call.bytes, nullptr, &team.leaders, blocks.n});
    const Numbers bytes(team.nodes);
    const Numbers at(team.nodes);
    if (bytes.failed() || at.failed()) return schedule.fail();
    for (unsigned k = 0; k < team.nodes; ++k) {
        bytes[k] = blocks.bytes_of(all.first(k), all.first(k + 1));
        at[k + 1] = at[k] + bytes[k];
    }
    const Blocks nodes{bytes.data(), at.data()};
    run(schedule, team.leaders, across, row, {team.nodes, 0, &nodes, nullptr, 0});
}

} // namespace

void hierarchical_allgather(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call,
                            Choice choice) {
    const NodeOrder all(team);
    if (all.failed()) return schedule.fail();
    const unsigned n = team.all.size;
    const Gathered blocks{call, all, n};
    const std::size_t bytes = blocks.bytes_of(0, n);
    const bool is_row = blocks.is_row();
    const BufferRef row = is_row ? out + blocks.at(0) : schedule.scratch(bytes);
    const BufferRef mine = row + blocks.bytes_of(0, all.first(team.leaders.me));
    if (call.uneven)
        gather_uneven(schedule, team, blocks, mine);
    else
        binomial_gather(schedule, team.local, 0, up, in, mine, call.bytes);
    if (team.local.me == 0) exchange(schedule, team, blocks, row, choice.algorithm == Algorithm::ring);
    TreeLinks links;
    tree_link(links, team.local, 0, node_fan);
    pipelined_broadcast(schedule, links, down, row, segments_of(bytes, segment, 1));
    if (is_row) return;
    Copies copies(schedule);
    std::size_t at = 0;
    for (unsigned i = 0; i < n; at += blocks.bytes(all.rank(i)), ++i)
        copies.add(out + blocks.at(all.rank(i)), row + at, blocks.bytes(all.rank(i)));
}

} // namespace polder::coll
