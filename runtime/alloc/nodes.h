// The symmetric heap over several nodes. Its book-keeping lies with thread 0, so node 0 alone
// decides where blocks are; other nodes ask it (runtime/rpc/rpc.h). A block must be there in the
// segments of all nodes, each of which has limits of its own. So memory is first *granted*. A
// thread that finds too little asks all nodes for more, at once, and tells node 0 when all have
// said yes. If one says no, all that said yes take theirs back, and the request gets null. So a
// grant takes round trips that do not grow with the nodes.
//
// One thread grants at a time, the *granter*. A thread becomes the granter when node 0 tells it how
// much is missing, and stays so until it reports. Others that find too little meanwhile ask node 0
// again. Usually there is enough then, as more is granted than needed. If two threads want the last
// memory, one of them gets it. A refused grant has been taken back on all nodes, and each has
// answered, before the next thread asks. So each node remembers only one grant, for the case that
// it is taken back.
//
// Invariant. The heap has at most `agreed` in use, and `agreed` is at most what each node has
// granted. So a node never has to provide what it did not count. The same holds for how far
// segments can be touched. Held by tests/unit/runtime/nodes_sync.cc.
#pragma once

#include "runtime/node_heap/node_heap.h"

namespace polder::alloc {

// Called in every process of a job of several nodes, before the network starts.
void alloc_nodes_start();

// A new block, by its offset in the symmetric heap; 0: no memory.
std::uint64_t allocate_over_nodes(std::size_t bytes_each);
// Frees a block that is kept at another node, or one of the symmetric heap. The other node frees it
// at the caller's next fence at the latest. If there is no such block, the job ends then.
heap::FreeResult free_over_nodes(std::uint64_t ga, unsigned node);
// Gives the memory of a freed block, which nobody uses yet, back to the system on all nodes.
void discard_over_nodes(std::uint64_t offset, std::uint64_t bytes);
// Called at node 0: all nodes take back so much of what they have granted.
void take_back_over_nodes(std::uint64_t bytes_each);
// Length of a block of the symmetric heap.
std::uint64_t block_bytes_over_nodes(std::uint64_t offset);

// In checked jobs: of a heap that is kept at another node.
node_heap::BlockAround block_around_over_nodes(polder_ga ga, unsigned node);
// In checked jobs: a block of the symmetric heap has been freed; all other nodes count it.
void count_freed_over_nodes();

} // namespace polder::alloc
