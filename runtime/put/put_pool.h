// Put pool: a UPC thread's slots. A slot has the conduit's operation and room for the bytes, so a
// put may return as soon as these are copied. A thread has two sets of slots. The system thread
// that first used the net (mostly the only one) takes slots of the first without any lock. All its
// other system threads (OpenMP workers, adopted pthreads) take slots of the second, under a lock.
//
// Vocabulary.
//   busy  a bit a slot. A user of the set sets it before the conduit has the operation. A user of
//         the same set clears it once it has seen left == 0
//   use   counts the puts a slot has carried
//
// A slot also has the number of the put's completion scope (rma/async.h). Number 0: only fences
// wait for it.
//
// Scopes share the slots, so that memory is bounded; none waits for the targets of another. If all
// slots are taken and one carries a put of the caller's scope, the caller waits for any slot. If
// all carry puts of other scopes, the put goes without a slot: from its source, and the call waits
// for it alone. The lock of the second set is never held during a wait. So system threads with a
// scope each do not wait for each other's targets either. Held by tests/e2e/shmem/shmem_slots.py.
//
// Invariant. Let the call of a put of UPC thread T have returned. As long as the put is not
// complete, it is in a slot of T with its busy bit set and left == 1. Held by
// tests/unit/runtime/rma/rma.cc (fences).
//   1. The bit is set and `left` is 1 before the conduit is called.
//   2. `left` becomes 0 only when the put is complete; the bit is only cleared after that.
//
// Fence. It looks at every bit of both sets and waits for each slot until left == 0 or `use` has
// changed. Let a put happen before the fence, in program order, or as the end of an OpenMP region
// orders a worker before its master. Then its bit and use are visible to the fence.
//   1. The bit is clear: the put is complete.
//   2. left == 0 (acquire): the put is complete.
//   3. The slot carries a later put. Its user has put that there only after it had seen the earlier
//      one complete. A release fence stands between the two. So whoever reads anything of the later
//      put (acquire) has the earlier one's end behind it.
// A wait for one scope, node or range of bytes looks whether the slot belongs to it. If it reads
// that the slot belongs to another, either the put is of no concern, or 3 holds.
// Completion is what the conduit stores with release after the put is visible at the target. So
// what the thread does next comes after it. The fence waits for no put that begins after it: other
// threads sharing the end keep nobody here.
#pragma once

#include "runtime/net/net.h"
#include "runtime/segment/where.h"

namespace polder::put {

// Bytes of the longest put whose source is copied: that is faster than to wait for it.
inline constexpr std::size_t put_copied = 65536;

// A slot for `bytes` (at most put_copied), waiting for one if need be; then the put of a copy of
// the bytes. Or, without one, the put of the bytes themselves, to its end.
void put_copy(NodeNumber node, polder_ga to, const void *from, std::size_t bytes, std::uint32_t scope = 0);

// The same, then `add` is added to the word, 64 bits near `to`, once the put is visible. Where
// caps.ordered that is behind all earlier puts of the thread's end to the node.
struct PutSignal {
    polder_ga word;
    std::uint64_t add;
};
void put_copy_signal(NodeNumber node, polder_ga to, const void *from, std::size_t bytes, const PutSignal &signal);

// An atomic operation without a result, as a put: complete after the fence.
void put_atomic(NodeNumber node, polder_ga to, const net::NetAtomic &what, std::uint32_t scope = 0);

// Before an access to these bytes. Waits for the thread's puts to any of them that the access might
// overtake, and for its atomic operations on them. Where the conduit keeps no order that is any
// put. Where it does, atomic operations and short puts may be messages (caps.message_put). A get
// and a longer put overtake these; another message does not.
void put_pool_order(polder_ga at, std::size_t bytes, bool writes);

// Waits for the thread's puts to one node, or to every node.
inline constexpr NodeNumber every_node = ~NodeNumber{0};
void put_pool_wait(NodeNumber node);
// The puts of one scope, by all system threads of the UPC thread. How many are under way; a wait
// until none to that node is.
unsigned put_pool_scope_count(std::uint32_t scope);
void put_pool_scope_wait(std::uint32_t scope, NodeNumber node = every_node);

struct PutCounts { // of the calling thread
    std::uint64_t puts;
    std::uint64_t waited; // for a slot
    std::uint64_t locks;
    std::uint64_t alone; // without a slot
};
PutCounts &put_counts();

} // namespace polder::put
