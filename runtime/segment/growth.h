// Growth: how much of the segments can be touched.
//
// A pointer-to-shared that runs out of what has been allocated should not find memory. So the
// object behind the node range is mapped in pieces, not as a whole. It is only as long as the heaps
// have reached. An access beyond its end is SIGBUS in every process (EFAULT from a system call), at
// no cost for all others. When a heap needs more, the thread that allocates makes the object
// longer. That is all: every process has mapped the pieces beyond its end when it started.
//
// Pieces, in the order in which they lie in the object:
//   fixed    of each segment of the node the control area with the static data, and the shadow. The
//            book-keeping of its local heap lies with the shadow. Thread 0's also has the
//            book-keeping of the symmetric heap
//   level k  of both heaps in each segment, what they have more with k + 1 levels than with k. That
//            is 2, 4, 8, 16, 32 MiB in all, then four times as much with each
// What is in none of them is reserved without access. That is the rest of the page behind static
// data up to the heaps, and the symmetric book-keeping in the other segments.
//
// The global area of a segment is a fixed piece. Local heaps reach into it without growth.
//
// All heaps are on the level of the one that has reached farthest. So a pointer is caught when it
// is beyond twice the largest heap (four times, from 32 MiB on).
//
// Without growth the object is mapped as a whole, in the order of the range. That is so for System
// V memory, which has one size. It is so under a limit of file sizes, where an allocation would
// raise a deadly signal. It is so for very many threads, too, whose pieces the kernel would refuse.
#pragma once

#include "base/futex.h"

#include <atomic>
#include <cstdint>

namespace polder {

struct GrowthState { // in shared memory, zero at start
    FutexLock lock;
    std::atomic<std::uint32_t> levels; // that can be touched
};

// Leaders: may the segments of this node grow, whose number and size these are?
bool growth_possible(unsigned threads, unsigned shift);
// Every process, once, when node_range is laid out and its addresses are reserved: maps the pieces.
// The leader also shortens the object. Errors end the job.
void growth_map(GrowthState &state);
// Where growth is not possible (node_range.grows is false) nothing is to be done. False: the object
// cannot be that long. `end`: offset in a segment, in the symmetric or the local heap, up to which
// it will be used.
bool growth_reach(std::uint64_t end);
// Extents: how a segment is cut for networks that register memory only once it is there. The cut is
// the same in all segments of the job, whether a node grows or not. An extent lies in one piece, or
// in static data, and is 64 MiB at most. bytes 0: `offset` lies in what has none.
struct SegmentExtent {
    std::uint64_t begin; // offset
    std::uint64_t bytes;
};
SegmentExtent growth_extent(std::uint64_t offset);
bool growth_has_reached(const SegmentExtent &extent); // in the segments of this node
// If `offset` of any segment of the job can be touched, then all from it up to here can be.
std::uint64_t growth_certain(std::uint64_t offset);

} // namespace polder
