// Far: memory of other nodes, reached through the process's end of the conduit (runtime/net). Here
// blocking gets and relaxed puts; what is started and waited for later is in transfer.h, what is
// not contiguous in strided.h. Callers have found out that the address is not of this node
// (ga_is_near).
//
// Order. A put may be under way when it returns; its source has been read. The call far_fence
// completes the puts of the calling UPC thread (runtime/cache/order.h). Accesses of one thread to
// the same bytes happen in program order. Relaxed accesses of generated code go by a cache of the
// thread (runtime/cache); all that is here comes behind what it has collected. Not in handlers of
// messages, as they may poll. An address may be of this node after all where tests have generated
// code take other processes' memory for far (POLDER_FAR_TEST).
// Small-message path (up to put_copied bytes, gets up to a piece). No allocation but at a thread's
// first put, no system call of ours, no lock where the process has one thread.
#pragma once

#include "runtime/cache/order.h"
#include "runtime/segment/where.h"

namespace polder::rma {

inline constexpr std::size_t far_piece = 256 * 1024; // a longer transfer goes in pieces of this size
inline constexpr unsigned far_lanes = 4;             // pieces of one transfer under way

// scope: of rma/async.h; 0: none.
void far_put(polder_ga to, const void *from, std::size_t bytes, std::uint32_t scope = 0);
void far_get(void *to, polder_ga from, std::size_t bytes);
// At least one of both is far.
void far_copy(polder_ga to, polder_ga from, std::size_t bytes);
void far_fill(polder_ga to, int value, std::size_t bytes);

} // namespace polder::rma
