// The topology of a team: which members share a node.
#pragma once

#include "runtime/coll/topology/subset.h"

namespace polder::coll {

// A team, as one member sees it.
struct TeamTopology {
    Subset all;
    unsigned nodes = 1;
    bool by_node = true; // the members of each node are neighbours in the team
    Subset local;        // the members of the caller's node
    // One member of each node, in the order of the nodes' first members. me: the caller's node.
    Subset leaders;
    // nodes > 1: the node of a member, by its number among `leaders`; and the number of a member of
    // the caller's node in `local`.
    unsigned (*node_of)(const void *context, unsigned rank) = nullptr;
    unsigned (*local_of)(const void *context, unsigned rank) = nullptr;
    const void *context = nullptr;
};

} // namespace polder::coll
