// Asynchronous transfers of a UPC thread: started here, waited for later by a handle, or by a
// scope. What lies on this node is copied at once, and its handle is 0.
//
// A *completion scope* is a set of transfers that are counted and waited for together. A UPC thread
// has any number of them. Scope 0 always exists: the set of implicit handles of UPC. Others are
// made and ended; front ends have them under names of their own (contexts, queues). A transfer is
// in one scope at most. Besides what has joined a scope by its handle, puts and atomic operations
// of the put pool carry its number (put_pool.h). A wait for one scope waits for no other.
//
// Any system thread of a UPC thread may wait for its handles. As with puts (put_pool.h) the one
// that came first, the *owner*, takes entries without a lock. All others share a set of their own
// under one. Memory: as many entries as the thread ever had under way at once, in blocks of 64.
//
// Invariant. Only users of a set take its entries. Whoever waited for an entry gives it back (state
// 0, release). So a taker that finds state 0 (acquire) has everything of the former transfer behind
// it. The generation tells old handles from new. Held by tests/unit/runtime/rma/rma.cc
// (WorkersOfAThread).
//
// Waits without lists. A scope lists its transfers, set by set, for the users of the set. Others
// look at all entries of the set. Let transfer X of the scope be in entry e with generation g, and
// let its beginning happen before the wait.
//   W1. A later transfer in e begins after X was complete and given back. It first stores another
//       generation, then a scope and the state. These stores, and state 0, are releases.
//   W2. The waiter reads generation, state and scope, in that order with acquire, then whether the
//       transfer is complete.
//   W3. Another generation than g, state 0 or another scope: by W1 X is complete, and its end
//       happens before that.
//   W4. Else the waiter waits until the transfer in e is complete, or its generation is not g. If
//       that transfer is X, X is complete then. If it is a later one, X is complete by W1, and the
//       generation ends the wait: nobody waits for a transfer that began later.
#pragma once

#include "runtime/rma/transfer.h"

namespace polder::rma {

using TransferHandle = std::uint64_t; // 0: complete

TransferHandle async_put(polder_ga to, const void *from, std::size_t bytes);
TransferHandle async_get(void *to, polder_ga from, std::size_t bytes);
TransferHandle async_copy(polder_ga to, polder_ga from, std::size_t bytes);
TransferHandle async_fill(polder_ga to, int value, std::size_t bytes);
// The signal's 64 bits, on the same node as `to`, change once the bytes are visible there. Without
// bytes the signal is an atomic operation of `scope`, and the handle is 0.
struct AsyncSignal {
    polder_ga word;
    std::uint64_t value;
    bool set; // to the value; else by adding it
};
TransferHandle async_put_signal(polder_ga to, const void *from, std::size_t bytes, const AsyncSignal &signal,
                                std::uint32_t scope = 0);

// What was there is in request.result at the end. Without a result it is one of `scope`: see
// atomic_apply.
TransferHandle async_atomic(polder_ga at, const atomic::AtomicRequest &request, std::uint32_t scope = 0);

// Whether it is one of a transfer that nobody has waited for yet. 0 is.
bool async_is_handle(TransferHandle handle);
// The source of a put may be reused; the handle stays.
bool async_is_read(TransferHandle handle);
// The transfer is complete: the handle is used up. try: false and nothing done if it is not, after
// one poll.
bool async_try(TransferHandle handle);
void async_wait(TransferHandle handle);

using ScopeNumber = std::uint32_t;
inline constexpr ScopeNumber implicit_scope = 0;

// Of the calling UPC thread. Ending one waits for it. Numbers are used again.
ScopeNumber scope_make();
void scope_end(ScopeNumber scope);
bool scope_exists(ScopeNumber scope);

// The scope takes over the handle.
void scope_join(ScopeNumber scope, TransferHandle handle);
// How many of the scope are not complete. try: false if there are any, after one poll.
std::size_t scope_count(ScopeNumber scope);
bool scope_try(ScopeNumber scope);
// Whichever system threads of the UPC thread have started them.
void scope_wait(ScopeNumber scope);
// Each of them: for the end of a front end.
void scope_wait_all();

// What the scope was given before takes effect before what it is given later, at each node. Only
// scope 0 waits here. Who begins something later calls scope_order first. It waits for what went to
// the node of `to` before the last fence, once a fence and node.
//
// Proof. Let transfer A of the scope to node n begin before fence F, and B to n after F.
//   F1. F counts `fences` up, a release. Whoever orders B reads F's number or a later one
//       (acquire): F, and A's beginning, happen before the rest.
//   F2. It finds `passed` of n older than that: it waits for all that the scope has under way for
//       n, A among them (W1 to W4, and the fence of put_pool.h). Then it stores the number.
//   F3. Or it finds the number there (acquire). The thread that stored it had read it in
//       `fences`, so F1 and F2 hold for that thread, and A is complete.
void scope_fence(ScopeNumber scope);
void scope_order(ScopeNumber scope, polder_ga to);

inline void async_implicit(TransferHandle handle) {
    scope_join(implicit_scope, handle);
}
inline bool async_try_implicit() {
    return scope_try(implicit_scope);
}
inline void async_wait_implicit() {
    scope_wait(implicit_scope);
}

} // namespace polder::rma
