// Hierarchical all-to-all of even blocks: one message a pair of nodes, or fewer by Bruck's
// algorithm, instead of one a pair of members. A leader holds three copies of what its node gives.
#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/topology/node_hierarchy.h"

namespace polder::coll {

namespace {

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};

// Between leaders: what each node gives to each, node after node in memory: [node][member that
// gives][member that gets], and the same of what it gets.
void exchange_even(Schedule &schedule, const TeamTopology &team, const NodeOrder &all, BufferRef given,
                   BufferRef received, std::size_t bytes, bool bruck) {
    const Subset &leaders = team.leaders;
    // Of what the members of this node give to, or get from, one member.
    const std::size_t each = team.local.size * bytes;
    bool alike = true;
    for (unsigned k = 0; k < team.nodes; ++k)
        alike = alike && all.count(k) == team.local.size;
    if (bruck && alike) return bruck_alltoall(schedule, leaders, across, given, received, team.local.size * each);
    const auto at = [&](unsigned node) { return all.first(node) * each; };
    const auto size = [&](unsigned node) { return all.count(node) * each; };
    schedule.copy(received + at(leaders.me), given + at(leaders.me), size(leaders.me));
    for (unsigned i = 1; i < team.nodes; ++i) {
        const unsigned to = leaders.after(i);
        const unsigned from = leaders.before(i);
        schedule.post(leaders.rank(from), tag_of(across), received + at(from), size(from));
        schedule.send(leaders.rank(to), tag_of(across), given + at(to), size(to));
        schedule.await(leaders.rank(from), tag_of(across), received + at(from), size(from));
    }
}

// row: what the caller gives, column: what it gets, by index.
void lead(Schedule &schedule, const TeamTopology &team, const NodeOrder &all, BufferRef row, BufferRef column,
          std::size_t bytes, bool bruck) {
    const Subset &local = team.local;
    const unsigned n = team.all.size;
    const std::size_t whole = n * bytes;
    const std::size_t each = local.size * bytes;
    const BufferRef rows = schedule.scratch(local.size * whole);
    const BufferRef given = schedule.scratch(local.size * whole);
    const BufferRef received = schedule.scratch(local.size * whole);
    for (unsigned i = 1; i < local.size; ++i)
        schedule.post(local.rank(i), tag_of(up), rows + i * whole, whole);
    schedule.copy(rows, row, whole);
    for (unsigned i = 1; i < local.size; ++i)
        schedule.await(local.rank(i), tag_of(up), rows + i * whole, whole);
    for (unsigned k = 0; k < team.nodes; ++k) {
        const std::size_t run = all.count(k) * bytes;
        schedule.copy_strided({given + all.first(k) * each, static_cast<std::ptrdiff_t>(run)},
                              {rows + all.first(k) * bytes, static_cast<std::ptrdiff_t>(whole)}, run, local.size);
    }
    exchange_even(schedule, team, all, given, received, bytes, bruck);
    for (unsigned j = local.size; j--;) {
        const BufferRef target = j ? rows + j * whole : column;
        schedule.copy_strided({target, static_cast<std::ptrdiff_t>(bytes)},
                              {received + j * bytes, static_cast<std::ptrdiff_t>(each)}, bytes, n);
        if (j) schedule.send(local.rank(j), tag_of(down), target, whole);
    }
}

} // namespace

void hierarchical_alltoall(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call,
                           Choice choice) {
    const NodeOrder all(team);
    if (all.failed()) return schedule.fail();
    const unsigned n = team.all.size;
    const unsigned leader = team.local.rank(0);
    const std::size_t bytes = call.bytes;
    const std::size_t whole = n * bytes;
    const bool in_order = all.is_in_order();
    const BufferRef row = in_order ? in : schedule.scratch(whole);
    const BufferRef column = in_order ? out : schedule.scratch(whole);
    const auto turn = [&](bool give) {
        Copies copies(schedule);
        for (unsigned i = 0; !in_order && i < n; ++i) {
            const std::size_t placed = all.rank(i) * bytes;
            const std::size_t at = i * bytes;
            copies.add(give ? row + at : out + placed, give ? in + placed : column + at, bytes);
        }
    };
    turn(true);
    if (team.local.me == 0) {
        lead(schedule, team, all, row, column, bytes, choice.algorithm == Algorithm::bruck);
    } else {
        schedule.post(leader, tag_of(down), column, whole);
        schedule.send(leader, tag_of(up), row, whole);
        schedule.await(leader, tag_of(down), column, whole);
    }
    turn(false);
}

} // namespace polder::coll
