// Writes the schedule of one member of a collective operation. All members call schedule_write with
// equal arguments and get schedules that fit together. A member needs to know the topology of its
// team, the arguments of the call, and the algorithm. The algorithm is what select/tuning.h
// chooses, the same for all members.
//
// Costs for n members and blocks of m bytes. Messages: those that a member sends one after the
// other. Bytes: what a member sends.
//
//    algorithm      for                             messages            bytes
//    dissemination  barrier                         log n               0
//    tree           barrier, broadcast, reduce,     log n               m log n (broadcast root)
//                   allreduce (up and down)
//    chain          broadcast, reduce; in segments  n + segments        m
//    doubling       allreduce, scan                 log n (+ 2)         m log n
//    ring           allreduce                       2 (n - 1)           2 m
//    ring           allgather                       n - 1               n m
//    binomial       gather, scatter                 log n               n m / 2 at most
//    linear         gather(v), scatter(v)           1; the root n - 1   m
//    bruck          allgather(v)                    log n               n m
//    bruck          alltoall                        log n               n m log n / 2
//    pairwise       alltoall(v)                     n - 1               n m
//    direct         gather, scatter, allgather,     n - 1               as linear and pairwise
//                   alltoall, past the hierarchy
//    direct         allreduce: each sums a slice    2 (n - 1)           2 m
//
// On several nodes an operation is hierarchical: it goes among the members of a node, and among one
// member of each node. That member is the node's leader, or the root. The chosen algorithm is the
// one between nodes, and n is the number of nodes; inside a node it is a tree.
//
// Sums that keep an order go over all members alike where the members of a node are not neighbours
// in the team.
#pragma once

#include "runtime/coll/request/algorithm.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/team_topology.h"

namespace polder::coll {

void schedule_write(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice);

} // namespace polder::coll
