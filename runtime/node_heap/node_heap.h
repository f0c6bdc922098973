// The heaps in the segments of a node. Every segment has a local one (upc_alloc). The symmetric one
// (upc_all_alloc, upc_global_alloc) has its book-keeping in the job's first segment. Its blocks lie
// at the same offset in all segments. Decisions between nodes are above: runtime/alloc.
//
// What all heaps of a node together may take is limited by the memory of the machine or container,
// and for each thread by --shared-heap. A request beyond that gets 0, as does one that finds no
// free address range. Memory itself is taken when it is touched.
#pragma once

#include "runtime/heap/heap.h"
#include "runtime/node_heap/record.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::node_heap {

// Once a process, after segment_attach, before its threads start.
void node_heap_start();
// Each UPC thread, before it allocates.
void alloc_thread_start();

// ---- local heaps ----

// A block of `bytes` with affinity to the calling thread, aligned to 16 (64 for multiples of 64,
// 128 for multiples of 128); 0: no memory, or bytes is 0.
polder_ga allocate_local(std::size_t bytes);
// By the offset in the local heap of a thread of this node, whoever allocated it.
heap::FreeResult free_local(unsigned thread, std::uint64_t offset);
// Both in few instructions, for blocks of the calling thread. 0 and false: they have done nothing,
// and the functions above do it. That is so in jobs of several nodes, and for all that is not
// usual. It is also so where heaps are checked or a sanitizer watches them.
polder_ga allocate_quickly(std::size_t bytes);
bool free_quickly(polder_ga block);
// Under AddressSanitizer: the calling thread, behind a barrier, hears which of its blocks other
// processes have freed (poison.h).
void poison_returned();
// Of a near block of a local heap: bytes it can hold, 0 if there is no such block; and its return,
// in handlers of messages.
std::size_t allocation_bytes(polder_ga block);
void allocation_return(polder_ga block);

// ---- the symmetric heap in a job of one node ----

// Offset in the heap; 0: no memory.
std::uint64_t allocate_symmetric_here(std::size_t bytes_each);
// Of a new block at an offset in the segments the program uses `bytes` of `size` (poison.h).
void poison_behind(std::uint64_t offset, std::size_t bytes, std::size_t size);
heap::FreeResult free_symmetric_here(std::uint64_t offset);
// Of a block given by the address of thread 0's part: bytes it can hold in each segment; 0 if there
// is no such block.
std::uint64_t symmetric_bytes_each(polder_ga block);

// ---- the symmetric heap of several nodes: what this node does for it (runtime/alloc/nodes.h) ----

// What a request lacked.
struct Shortage {
    std::uint64_t bytes = 0; // for each segment
    std::uint64_t end = 0;   // offset in the heap up to which segments must be touchable
    // Another thread is just granting; else the caller is the granter now, if it lacks something.
    bool others = false;

    bool any() const { return bytes || end; }
};

// Node 0: offset in the heap; 0: no memory, and what lacks.
std::uint64_t node_heap_allocate(std::size_t bytes_each, Shortage *shortage);
// Any block that is kept at this node. surplus: bytes each that no node need provide any more; the
// caller takes them back.
heap::FreeResult node_heap_free(polder_ga block, std::uint64_t *surplus);
// Elsewhere, of a thread of this node: ends the job.
void node_heap_free_failed(unsigned thread, std::uint64_t ga, heap::FreeResult result);
// Node 0: of a block of the symmetric heap.
std::uint64_t node_heap_block_bytes(std::uint64_t offset);
bool node_heap_grant(const Shortage &wanted);
void node_heap_refund(); // what this node granted last
void node_heap_take_back(std::uint64_t bytes_each);
// Node 0: granted by all, perhaps nothing; ends the turn of the granter.
void node_heap_agree(const Shortage &granted);
void node_heap_discard(std::uint64_t offset, std::uint64_t bytes);
// What this node has granted, in each of its segments.
std::uint64_t granted_symmetric_bytes();

// ---- checked jobs (record.h) ----

// The block, with its record, around an address of a heap that is kept at this node.
struct BlockAround {
    enum class State : std::uint8_t { none, live, freed };
    State state;
    bool near;           // its book-keeping is on this node
    std::uint64_t start; // offset in the segment
    std::uint64_t bytes; // 0: memory that is in no block
};
BlockAround block_around_here(polder_ga ga);
// The same in few instructions: where a block around it would be. The state is `none`: nobody asks.
BlockAround block_place_here(polder_ga ga);
// How many blocks of this node have been freed, by whomever.
extern const unsigned long *blocks_freed;
// Behind the change of the book-keeping by a free: who sees the count asks the book-keeping anew.
void count_freed();

// Two places in shared memory for what all threads of a node agree on.
polder_ga *agreed_places();

// Bytes that the heaps of the node hold at present.
std::uint64_t allocated_bytes();

} // namespace polder::node_heap
