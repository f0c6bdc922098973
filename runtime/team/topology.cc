// Finds the topology of a team: which members share a node (runtime/coll/topology/team_topology.h).
// Where numbers follow a rule no table is kept. So it is for leaders of nodes that hold equally
// many members, and for members of a node that are neighbours.
#include "runtime/team/team.h"

#include <cstdlib>

namespace polder::team {

using namespace coll;
namespace {

unsigned thread_of(const void *team, unsigned rank) {
    return team_thread(*static_cast<const Team *>(team), rank);
}

bool is_table(const Subset &subset) {
    return subset.table != nullptr;
}

// The number of a node in the team, by one of its members.
unsigned number_of_node(const void *context, unsigned rank) {
    const Team &team = *static_cast<const Team *>(context);
    const Subset &leaders = team.topology.leaders;
    if (team.topology.by_node && !is_table(leaders)) {
        const unsigned number = rank / leaders.stride;
        return number < leaders.size ? number : leaders.size - 1;
    }
    return team.tables[node_of(team_thread(team, rank))];
}

unsigned number_in_node(const void *context, unsigned rank) {
    const Subset &local = static_cast<const Team *>(context)->topology.local;
    if (!is_table(local)) return (rank - local.first) / local.stride;
    for (unsigned i = 0; i < local.size; ++i)
        if (local.rank(i) == rank) return i;
    return 0;
}

// Instead of a table, if the ranks are a progression.
void simplify(Subset &subset) {
    const std::uint32_t *table = subset.table;
    const unsigned stride = subset.size > 1 ? table[1] - table[0] : 1;
    for (unsigned i = 1; i < subset.size; ++i)
        if (table[i] != table[0] + i * stride) return;
    subset.first = table[0];
    subset.stride = stride;
    subset.table = nullptr;
}

// All members in turn: the nodes in the order in which they appear, and who is on the caller's.
struct Survey {
    std::uint32_t *numbers; // of the nodes in the team, by node of the job
    std::uint32_t *leaders; // room for all nodes of the job
    std::uint32_t *local;   // room for all threads of this node
    bool *seen;
    unsigned nodes = 0;
    unsigned locals = 0;
    unsigned my_number = 0;
    unsigned my_local = 0;
    bool by_node = true;

    void visit(unsigned rank, unsigned node, unsigned previous, unsigned me) {
        if (!seen[node]) {
            seen[node] = true;
            if (node == mynode()) my_number = nodes;
            numbers[node] = nodes;
            leaders[nodes++] = rank;
        } else if (node != previous) {
            by_node = false;
        }
        if (node != mynode()) return;
        if (rank == me) my_local = locals;
        local[locals++] = rank;
    }
};

bool survey(Team &team) {
    auto *table = static_cast<std::uint32_t *>(std::malloc(sizeof(std::uint32_t) * (2 * nodes() + node_threads())));
    auto *seen = static_cast<bool *>(std::calloc(nodes(), 1));
    if (!table || !seen) {
        std::free(table);
        std::free(seen);
        return false;
    }
    Survey found{table, table + nodes(), table + 2 * nodes(), seen};
    unsigned previous = ~0u;
    for (unsigned rank = 0; rank < team.size; ++rank) {
        const unsigned node = node_of(team_thread(team, rank));
        found.visit(rank, node, previous, team.rank);
        previous = node;
    }
    std::free(seen);
    team.topology.nodes = found.nodes;
    team.topology.by_node = found.by_node;
    team.topology.local = {found.locals, found.my_local, 0, 1, found.local};
    team.topology.leaders = {found.nodes, found.my_number, 0, 1, found.leaders};
    simplify(team.topology.local);
    // With a stride that is the number of members a node has: equal on all but the last.
    simplify(team.topology.leaders);
    if (is_table(team.topology.local) || is_table(team.topology.leaders) || !found.by_node)
        team.tables = table;
    else
        std::free(table);
    return true;
}

} // namespace

bool team_find_topology(Team &team) {
    team.route = {thread_of, &team};
    team.topology.all = {team.size, team.rank};
    team.topology.node_of = number_of_node;
    team.topology.local_of = number_in_node;
    team.topology.context = &team;
    if (nodes() > 1) return survey(team);
    team.topology.local = team.topology.all;
    return true;
}

} // namespace polder::team
