// Statistics of the network: what the processes of a job have counted, added up at its end and
// printed once (POLDER_STATS, upcrun --stats). A hit rate of the address cache says whether
// POLDER_ADDRESSES is enough, for example.
//
//   1. Each process adds its counts to those of its node, in the control block.
//   2. The leader reads them when all processes of the node have: it waits for that anyway before
//      it stops. `left` carries them (release, acquire).
//   3. Leaders exchange them. The first one prints the sums.
#pragma once

#include <atomic>
#include <cstdint>

namespace polder::net {

struct NetStatistics { // words alone; of a process, a node or the job
    std::uint64_t hits;
    std::uint64_t misses;
    std::uint64_t learnt;
    std::uint64_t evictions;
    std::uint64_t invalidations;
    std::uint64_t extents; // registered
    std::uint64_t extent_bytes;
    std::uint64_t extents_refused;
    std::uint64_t requests; // operations that went as messages
};
inline constexpr unsigned statistics_words = sizeof(NetStatistics) / sizeof(std::uint64_t);

struct NodeStatistics { // in the control block
    std::atomic<std::uint64_t> word[statistics_words];
};

// By each process, before it says that it has left.
void statistics_add(NodeStatistics &node);
// By all leaders, once all processes of their nodes have left. They wait for each other.
void statistics_exchange(const NodeStatistics &node);

} // namespace polder::net
