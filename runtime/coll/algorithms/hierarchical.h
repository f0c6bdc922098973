// Hierarchical gather, scatter, allgather and all-to-all. Blocks of one node travel between nodes
// together, by way of the node's representative (topology/node_hierarchy.h).
#pragma once

#include "runtime/coll/request/algorithm.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/team_topology.h"

namespace polder::coll {

// In operations with different lengths, blocks of at least so many eager sizes go straight from
// member to member. Both ends know the length, and nobody else need handle the block.
inline constexpr std::size_t long_block_eagers = 4;
inline bool is_long(const Schedule &schedule, std::size_t bytes) {
    return bytes >= long_block_eagers * schedule.eager();
}

// The operations; the team has several nodes, and fewer than members.
void hierarchical_gather(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice);
void hierarchical_scatter(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice);
void hierarchical_gatherv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call);
void hierarchical_scatterv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call);
void hierarchical_allgather(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call,
                            Choice choice);
void hierarchical_alltoall(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call,
                           Choice choice);
void hierarchical_alltoallv(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call);

} // namespace polder::coll
