// Large pages for what a thread allocates first. A page of shared memory costs the kernel more when
// it is touched than one of malloc's. A large page takes a fifth of the time of its 512 small ones.
//
// A large page has all its memory at once, touched or not. So this is for the begin of each heap
// alone, POLDER_LARGE_FIRST bytes of it. All segments of a node together get at most a 64th of the
// machine's memory. Behind that, memory is taken when it is touched.
//
// The owner of a segment takes its pages, so threads do it at once, each on its own NUMA domain.
// Where the kernel has no large page left, or cannot make one (before Linux 6.1), nothing happens.
#pragma once

#include <cstdint>

namespace polder::node_heap {

// Smaller blocks take no large page. They lie in one if a large block is near.
inline constexpr std::uint64_t large_first_least = 64 << 10;

// Of the calling thread's part of a new block: offset in the segment, in one of its heaps.
void large_first_take(std::uint64_t offset, std::uint64_t bytes);

} // namespace polder::node_heap
