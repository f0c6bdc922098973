// The heaps of a job: one local heap in every segment (upc_alloc), one symmetric heap (upc_all_alloc, upc_global_alloc)
// whose book-keeping lies in the first segment and whose blocks lie at the same offset in all.
//
// What all heaps of a node together may take is limited by the memory of the machine or container, and for each thread by
// --shared-heap. A request beyond that gets 0, as does one that finds no free address range. Memory itself is taken
// when it is touched. With several nodes the symmetric heap is limited by the node that has least left (nodes.h).
#pragma once

#include "runtime/heap/heap.h"

#include <polder/abi.h>

namespace polder {

// Once a process, after segment_attach, before its threads start.
void alloc_start();
// Each UPC thread, before it allocates.
void alloc_thread_start();

// A block of `bytes` with affinity to the calling thread, aligned to 16 (64 for multiples of 64, 128 for multiples of
// 128); 0: no memory, or bytes is 0.
polder_ga allocate_local(std::size_t bytes);
// A block of `bytes_each` in every segment; the address of thread 0's part.
polder_ga allocate_symmetric(std::size_t bytes_each);
// Frees a block of either kind, whoever allocated it, on whatever node. What the caller has put to other nodes is complete before. On another node it is freed at the
// caller's next fence at the latest, and what is wrong with it shows then: the job ends.
FreeResult allocation_free(polder_ga block);

// Of a near block of a local heap: bytes it can hold, 0 if there is no such block; and its return, in handlers of messages.
std::size_t allocation_bytes(polder_ga block);
void allocation_return(polder_ga block);

// Of a block of the symmetric heap, given by the address of thread 0's part, in a job of one node: bytes it can hold in each segment;
// 0 if there is no such block.
std::uint64_t symmetric_bytes_each(polder_ga block);

// Collective: every thread gets what thread 0 gives. Also a barrier.
polder_ga agree_on_first(polder_ga mine);

// Bytes that the heaps of the node hold at present.
std::uint64_t allocated_bytes();

} // namespace polder
