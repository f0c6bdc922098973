// Algorithms: how collective operations are made of steps. Each is a function that writes the
// schedule of one member; all members, called alike, write schedules that fit together. What a
// member has to know is its team's shape, the operation's arguments, and which algorithm: what
// tuning.h chooses, the same everywhere.
//
// Cost. n members, m bytes a block; messages a member sends one after the other, and bytes it
// sends:
//   name         for                                   messages                     bytes
//   dissemination  barrier                             log n                        0
//   tree         barrier, broadcast, reduce, log n m log n (the root of a broadcast) allreduce (up
//                and down)
//   chain        broadcast, reduce: in segments         n + segments along the way   m
//   doubling     allreduce, scan                       log n (+ 2)                  m log n
//   ring         allreduce, allgather                  2 (n - 1), n - 1             2 m, n m
//   binomial     gather, scatter                       log n                        n m / 2 at most
//   linear       gather(v), scatter(v)                 1; the root n - 1            m
//   bruck        allgather(v), alltoall log n n m, n m log n / 2
//   pairwise     alltoall(v)                           n - 1                        n m
//   direct       gather, scatter, allgather, alltoall: linear and pairwise over all members,
//                whatever their nodes; allreduce: each sums an n-th 2 (n - 1) 2 m
//
// Over several nodes each operation goes in levels: among the members of a node, and among one of
// each node (its leader, or the root). The algorithm chosen is that of the network, and n is the
// number of nodes; inside a node it is a tree. Where the members of a node are not neighbours in
// the team, sums that keep an order go over all members alike.
#pragma once

#include "runtime/coll/request/algorithm.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/team_topology.h"

namespace polder::coll {

void schedule_write(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice);

} // namespace polder::coll
