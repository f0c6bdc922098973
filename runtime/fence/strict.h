// Strict operations and memory of other nodes: the one place where the two meet.
// docs/design/memory-model.md lists the operations.
//
// Relaxed accesses to other nodes do not take effect in program order. A read takes effect where
// its line was fetched (runtime/cache), a write where its put arrives. A fence for them has two
// halves.
//   release  what the calling UPC thread has written elsewhere is visible there: in lines, as puts,
//            as piggybacked data, by atomic operations without a result
//   acquire  what it has read elsewhere is not valid any more: a read behind the fence fetches anew
//
// Rule. Each operation that Appendix B calls strict makes this fence, and so does each extension
// that is to be a fence.
//   (1) It stands in front of the step at which the operation takes effect, wherever the
//       operation's own target lies. The flag may be near and the data far.
//   (2) It stands behind that step, too, if the step itself may be a put that is under way. The
//       same holds if the operation has two halves between which the program accesses memory
//       (upc_notify and upc_wait, a request and its end). Then the second half makes it.
//
// Why (1) is enough elsewhere. Let F be the fence and E the step (a load, a store, the end of a
// wait), both of thread t.
//   1. Between F and E thread t makes no relaxed access: they are one call, or code in which
//      nothing of the program stands.
//   2. Only relaxed accesses of t, as its cache's owner, begin fetches and collect writes. Handlers
//      may not access memory of other nodes. Workers of t's tasks have caches of their own. Other
//      system threads of t go past the caches. cache.h has the order of both with t.
//   3. So at E no line is valid but those of accesses behind E, and nothing that t wrote in front
//      of E is under way.
//   4. A read of t behind E is fetched behind E. A write of t in front of E is visible at E. That
//      is program order across E.
// The order of E itself and of near accesses is the processor's fence, which each operation has
// besides (polder_fence is both).
//
// Cost. In a job of one node: a test of a constant, which generated code for one node folds.
// Elsewhere: a new epoch (constant time), the sending of what is pending, and a wait for what is
// under way.
#pragma once

#include "runtime/cache/cache.h"
#include "runtime/cache/order.h"
#include "runtime/sync/lock.h"

#include <polder/abi.h>

namespace polder::fence {

// The fence, for operations that others see: whoever sees one may free a lock or a block. So no
// message of the caller about a lock or a block that it has freed is under way to any node behind
// it.
void strict_write_far();

// In front of an operation that ends with a strict read, of which others see nothing: upc_lock,
// upc_wait, a semaphore's wait.
inline void strict_read() {
    if (__builtin_expect(!polder_node.one, 0)) cache::far_fence();
}
// In front of any other strict operation. Generated code has it as polder_strict_begin.
inline void strict_write() {
    if (__builtin_expect(!polder_node.one, 0)) strict_write_far();
}
// The half of the fence that waits for nothing: pending writes go on their way, and lines that were
// read are not valid any more. It stands where news pass without a strict operation:
//   - behind a look at a value, a signal or data of a team, and in each turn of a loop of looks;
//   - in front of a message to a handler.
inline void strict_acquire() {
    if (__builtin_expect(!polder_node.one, 0)) cache::far_cache_fence();
}

// upc_lock and upc_unlock of a lock of another node. The fence goes with the messages of the lock,
// and so costs no round trip of its own. Writes that are pending at the lock's home travel in these
// messages, and are there before home acts.
sync::LockResult strict_lock_far(polder_ga lock);
void strict_unlock_far(polder_ga lock);

} // namespace polder::fence
