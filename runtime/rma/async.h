// Asynchronous transfers of a UPC thread: started here, waited for later by a handle, or all
// together (the thread's implicit scope). What lies on this node is copied at once, and its handle
// is 0.
//
// Any system thread of a UPC thread may wait for its handles. As with puts (put_pool.h) the one
// that came first takes entries without a lock, all others share a set of their own under one.
// Invariant. An entry is taken by the users of its set only, and given back (state 0, release) by
// whoever waited for it; so a taker that finds state 0 (acquire) has everything of the former
// transfer behind it. The generation tells old handles from new. Memory: as many entries as the
// thread ever had under way at once, in blocks of 64.
#pragma once

#include "runtime/rma/transfer.h"

namespace polder {

using TransferHandle = std::uint64_t; // 0: complete

TransferHandle async_put(polder_ga to, const void *from, std::size_t bytes);
TransferHandle async_get(void *to, polder_ga from, std::size_t bytes);
TransferHandle async_copy(polder_ga to, polder_ga from, std::size_t bytes);
TransferHandle async_fill(polder_ga to, int value, std::size_t bytes);
// `add` is added to the 64 bits at `signal`, which is on the same node as `to`, once the bytes are
// visible there.
TransferHandle async_put_signal(polder_ga to, const void *from, std::size_t bytes, polder_ga signal, std::uint64_t add);

// Whether it is one of a transfer that nobody has waited for yet. 0 is.
bool async_is_handle(TransferHandle handle);
// The source of a put may be reused; the handle stays.
bool async_is_read(TransferHandle handle);
// The transfer is complete: the handle is used up. try: false and nothing done if it is not, after
// one poll.
bool async_try(TransferHandle handle);
void async_wait(TransferHandle handle);

// The thread's implicit scope takes over the handle; all of them are complete.
void async_implicit(TransferHandle handle);
bool async_try_implicit();
void async_wait_implicit();

} // namespace polder
