// Allocation over the job, on the heaps of each node (runtime/node_heap): blocks of the symmetric
// heap, and the return of any block. With several nodes the symmetric heap is limited by the node
// that has least left (nodes.h).
#pragma once

#include "base/status.h"
#include "runtime/node_heap/node_heap.h"

#include <polder/abi.h>

namespace polder::alloc {

// Once a process, after segment_attach, before its threads start.
void alloc_start();

// A block of `bytes_each` in every segment; the address of thread 0's part.
polder_ga allocate_symmetric(std::size_t bytes_each);
// The same for all threads, which call it together. Also a barrier.
polder_ga allocate_together(std::size_t bytes_each);
// A block with affinity to any thread of the job (global.h).
Status allocate_on(unsigned thread, std::size_t bytes, polder_ga *block);
// Frees a block of any kind, whoever allocated it, on whatever node. What the caller has put to
// other nodes is complete before. On another node it is freed at the caller's next fence at the
// latest, and what is wrong with it shows then: the job ends.
heap::FreeResult allocation_free(polder_ga block);

// In checked jobs (runtime/node_heap/record.h): the block, with its record, around an address of a
// heap, on whatever node.
node_heap::BlockAround allocation_around(polder_ga ga);
// The record of a block that takes `size` bytes of its heap. In a local heap it has no shape.
node_heap::SymmetricRecord record_of(polder_ga block, std::uint64_t size);

// Collective: every thread gets what thread 0 gives. Also a barrier.
polder_ga agree_on_first(polder_ga mine);

// A collective call that frees an object, for messages.
struct FreeCall {
    const char *function;
    const char *parameter;
};
// With POLDER_CHECK=collectives a thread that names another object than thread 0 ends the job. A
// barrier follows, in which both are found.
void free_compare(const FreeCall &call, polder_ga object);
// The same, and that barrier: the object stays valid until all have called.
void free_meeting(const FreeCall &call, polder_ga object);

} // namespace polder::alloc
