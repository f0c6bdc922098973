// Far: memory of other nodes, reached through the process's end of the conduit (runtime/net). Here blocking gets and relaxed puts;
// what is started and waited for later is in transfer.h, what is not contiguous in strided.h. Callers have found out that the
// address is not of this node (ga_is_near).
//
// Order. A put may be under way when it returns; its source has been read. far_fence completes the puts of the calling UPC
// thread. Accesses of one thread to the same bytes happen in program order: the conduit keeps it (caps.ordered), or the access
// waits for the puts it overlaps (puts.h).
// Small-message path (up to put_copied bytes, gets up to a piece): no allocation but at a thread's first put, no system call of ours,
// no lock where the process has one thread.
// Relaxed accesses of generated code go by a cache of the thread (runtime/cache); all that is here comes behind what it has collected.
// Not in handlers of messages, as they may poll.
// An address may be of this node after all where tests have generated code take other processes' memory for far (POLDER_FAR_TEST).
#pragma once

#include "conduits/conduit.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

namespace polder {

inline NodeNumber ga_node(polder_ga ga) {
    return node_of(ga_thread(ga));
}

inline constexpr std::size_t put_copied =
    65536; // bytes of the longest put whose source is copied: faster than to wait for it
inline constexpr std::size_t far_piece = 256 * 1024; // a longer transfer goes in pieces of this size
inline constexpr unsigned far_lanes = 4;             // pieces of one transfer under way

void far_put(polder_ga to, const void *from, std::size_t bytes);
void far_get(void *to, polder_ga from, std::size_t bytes);
// At least one of both is far.
void far_copy(polder_ga to, polder_ga from, std::size_t bytes);
void far_fill(polder_ga to, int value, std::size_t bytes);

// Returns when all puts the calling UPC thread has made so far are visible where they went; and those to one node. What strict operations call of it: runtime/fence/strict.h.
void far_fence();
// The same in two steps, for who has something to ask in between: what is pending goes on its way and what was read is not valid any more; then
// the puts are waited for.
void far_fence_begin();
void far_fence_end();
void far_flush(NodeNumber node);

// Before another path than the cache touches these bytes: what the thread has written there by the cache goes out, and what is under way is
// waited for where the conduit keeps no order. writes: the cache's copies of them are not valid any more.
void far_order(polder_ga at, std::size_t bytes, bool writes);

// Ends the job unless [ga, ga + bytes) lies in the segment of one thread of the job.
void far_check(const char *operation, polder_ga ga, std::size_t bytes);

} // namespace polder
