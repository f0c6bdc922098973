// Algorithms: how collective operations are made of steps. Each is a function that writes the schedule of one member; all
// members, called alike, write schedules that fit together. What a member has to know is its team's shape, the operation's
// arguments, and which algorithm: what tuning.h chooses, the same everywhere.
//
// Cost. n members, m bytes a block; messages a member sends one after the other, and bytes it sends:
//   name         for                                   messages                     bytes
//   dissemination  barrier                             log n                        0
//   tree         barrier, broadcast, reduce,           log n                        m log n (the root of a broadcast)
//                allreduce (up and down)
//   chain        broadcast, reduce: in segments         n + segments along the way   m
//   doubling     allreduce, scan                       log n (+ 2)                  m log n
//   ring         allreduce, allgather                  2 (n - 1), n - 1             2 m, n m
//   binomial     gather, scatter                       log n                        n m / 2 at most
//   linear       gather(v), scatter(v)                 1; the root n - 1            m
//   bruck        allgather(v), alltoall                log n                        n m, n m log n / 2
//   pairwise     alltoall(v)                           n - 1                        n m
//   direct       gather, scatter, allgather, alltoall: linear and pairwise over all members, whatever their nodes;
//                allreduce: each sums an n-th      2 (n - 1)                    2 m
//
// Over several nodes each operation goes in levels: among the members of a node, and among one of each node (its leader, or
// the root). The algorithm chosen is that of the network, and n is the number of nodes; inside a node it is a tree. Where the members of a node
// are not neighbours in the team, sums that keep an order go over all members alike.
#pragma once

#include "runtime/coll/schedule.h"

namespace polder {

#define POLDER_COLLECTIVES(X)                                                                                          \
    X(barrier)                                                                                                         \
    X(broadcast)                                                                                                       \
    X(reduce)                                                                                                          \
    X(allreduce)                                                                                                       \
    X(scan)                                                                                                            \
    X(gather)                                                                                                          \
    X(scatter)                                                                                                         \
    X(allgather)                                                                                                       \
    X(alltoall)
#define POLDER_ALGORITHMS(X)                                                                                           \
    X(dissemination)                                                                                                   \
    X(tree)                                                                                                            \
    X(chain)                                                                                                           \
    X(doubling)                                                                                                        \
    X(ring)                                                                                                            \
    X(binomial)                                                                                                        \
    X(linear)                                                                                                          \
    X(bruck)                                                                                                           \
    X(pairwise)                                                                                                        \
    X(direct)

enum class Collective : std::uint8_t {
#define POLDER_NAME(name) name,
    POLDER_COLLECTIVES(POLDER_NAME)
#undef POLDER_NAME
        count
};
enum class Algorithm : std::uint8_t {
#define POLDER_NAME(name) name,
    POLDER_ALGORITHMS(POLDER_NAME)
#undef POLDER_NAME
        count
};
const char *name_of(Collective collective);
const char *name_of(Algorithm algorithm);
// Whether there is such a version of the operation.
bool offers(Collective collective, Algorithm algorithm);

// An algorithm with its one parameter: tree: its fan, a power of 2; chain: bytes of a
// segment.
struct Choice {
    Algorithm algorithm;
    std::uint32_t parameter; // 0: what is usual
};

// A team, as one member sees it.
struct TeamShape {
    Party all;
    unsigned nodes = 1;
    bool by_node = true; // the members of each node are neighbours in the team
    Party local,
        leaders; // of the caller's node; one of each node, in the order of the nodes' first members. me: of the caller's node
    // nodes > 1: the node of a member, by its number among `leaders`; and the number of a member of the caller's node in `local`.
    unsigned (*node_of)(const void *context, unsigned rank) = nullptr;
    unsigned (*local_of)(const void *context, unsigned rank) = nullptr;
    const void *context = nullptr;
};

// Blocks of different length: bytes and places (offsets in bytes), by rank.
struct Blocks {
    const std::size_t *bytes = nullptr, *at = nullptr;
};

// The arguments of an operation. What lies where:
//   broadcast    out: the data, on all (on the root it is read)
//   reduce       in: the member's, out: on the root; allreduce, scan: on all. `in` and `out` may be the same memory
//   gather       in: the member's block; out: on the root, all blocks in rank order
//   scatter      in: on the root; out: the member's block
//   allgather    in: the member's block; out: all
//   alltoall     in, out: a block for, from each
struct CollectiveArguments {
    Collective collective;
    std::size_t bytes = 0; // of a block; of the data
    unsigned root = 0;
    std::size_t element = 1; // reductions: bytes of an element
    bool ordered = false;    // reductions: only neighbours may be combined
    bool exclusive = false;  // scan: without the member's own
    bool uneven = false;     // gatherv and so on; `bytes` is then the mean
    Blocks in = {}, out = {};
    std::size_t own_bytes = 0; // gatherv, scatterv: of the caller's block
};

// What members of an operation must agree on, in 16 bits: never 0. Of different calls nearly always different.
std::uint16_t collective_signature(const CollectiveArguments &call);
// "broadcast"; and in what two signatures of the same function differ.
const char *signature_name(std::uint16_t signature);
const char *signature_difference(std::uint16_t a, std::uint16_t b);

void schedule_write(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice);

} // namespace polder
