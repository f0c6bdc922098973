// The global heap: blocks in the global area of any thread (runtime/node_heap/global_area.h). On
// the node the words of the area are reached by pointer, elsewhere by the conduit's atomic
// operations, gets and puts. Where these need no processor of the target, it may compute, or be
// stopped.
//
// A block is a freed one of its size class, else new memory below the break, else a larger free
// one. A freed block at the break gives its memory back to the area. Blocks are not split or
// merged.
//
// Round trips of a change, elsewhere. Nobody waits for the put of the free lock, nor for the one in
// front of it where the conduit orders these.
//   one   compare-and-swap, and behind it a speculative get of the words (net_orders_gets)
//   one   more without that order: the get waits for the compare-and-swap
//   one   more without caps.ordered, for the head of the block
// A block that is used again takes one more, for the name of the next free one.
//
// These functions wait for another holder of the lock, polling. A handler of a message must not use
// them for other nodes (net_may_wait).
#pragma once

#include "base/status.h"
#include "runtime/heap/heap.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::alloc {

// `gglimit`: the two words of a thread's area, as they were at one moment.
struct GlobalRoom {
    std::uint64_t gbrk;
    std::uint64_t glimit;
};
Status global_room(unsigned thread, GlobalRoom *room);
// `sbrk`: moves the break; no_memory if it would pass the limit, bad_argument if it would be less
// than nothing. Multiples of 64.
Status global_sbrk(unsigned thread, std::int64_t bytes, std::uint64_t *before);
// `gbrk`: sets it.
Status global_brk(unsigned thread, std::uint64_t bytes);

// A block with affinity to the thread, aligned to 64. no_support: jobs are told to have no global
// area, or segments are too small for one.
Status global_allocate(unsigned thread, std::size_t bytes, polder_ga *block);
// What the caller has put there comes before any later use of the block. False: it is no block of a
// global area, and nothing was done.
bool global_free(polder_ga block, heap::FreeResult *result);
// Bytes of a live block; 0: there is none at this address.
std::uint64_t global_block_bytes(polder_ga block);

// How often the calling thread has waited for another node here: its round trips.
std::uint64_t global_round_trips();

} // namespace polder::alloc
