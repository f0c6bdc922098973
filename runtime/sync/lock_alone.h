// A lock that nobody else wants: what a thread executes to take one and to give it back. Inlined in
// lock.cc, and in upc_lock and upc_unlock. What stands here makes no call, no loop and no system
// call, and one locked instruction each way. All else is behind a branch.
//
// Not for oversubscribed locks (lock_oversubscribed.h). A thread beside strangers asks lock_barge
// first.
//
// Ordering. Every access of the caller stays on its side of the call, for both calls:
//   A1 next += 1       a sequentially consistent read-modify-write: a full fence where
//                      lock_fence() is empty
//   A2 read serving    an acquire: if the ticket is served, all that its last holder did is visible
//   A3 owner, holder   for messages; only the next release reads them
//   A4 lock_fence()    the full fence elsewhere
//
//   R0 lock_fence()    the full fence elsewhere
//   R1 serving         a sequentially consistent read-modify-write: a full fence, and a release for
//                      whoever reads it at A2
//   R2 read sleepers   behind R1, as lock_queue.h and wait.h ask
//   R2 read barging    behind R1, as lock_barge.h asks
// 1. upc_lock is the null strict access of UPC 1.3, 7.2.4, and an acquire. A later access cannot
//    precede A1 or A4, whichever is the fence, nor A2. An earlier one cannot follow it.
// 2. With A1 as the fence a later access may precede A3. Nobody but the holder reads what A3
//    writes, except for messages.
// 3. upc_unlock is a null strict access and a release. An earlier access cannot follow R1. A later
//    one cannot precede it: R1 is a full fence, or R2 is an acquire behind it, as both are
//    sequentially consistent.
// 4. The slow half of a release reads sleepers and barging anew. That is behind R1, too, so the
//    proofs of wait.h, lock_queue.h and lock_barge.h hold for either look.
//
// The slot of a release. A slot's `holder` is not 0 only while its ticket is served and taken. So
// the slot that names the calling thread is the current one, and if neither does, the thread holds
// nothing.
#pragma once

#include "runtime/sync/lock_layout.h"

namespace polder::sync {

// Draws a ticket. True: the lock is the user's. False: lock_wait comes next.
[[gnu::always_inline]] inline bool lock_draw(Lock &lock, LockUser user, std::uint64_t *ticket) {
    *ticket = lock.next.fetch_add(1, std::memory_order_seq_cst); // A1
    delay_point();
    if (__builtin_expect(lock.serving[lock_slot(*ticket)].load(std::memory_order_acquire) != *ticket, 0)) // A2
        return false;
    lock_take(lock, *ticket, user); // A3
    lock_fence();                   // A4
    return true;
}

// Waits for the turn of a ticket and takes the lock.
LockResult lock_wait(Lock &lock, std::uint64_t ticket, unsigned thread);

// Behind R1, where somebody sleeps at the slot of `ticket`, which is served now, or barges.
void lock_tell_others(Lock &lock, std::uint64_t ticket);

// Inlined twice: so a branch decides which slot is current, and the address does not depend on it.
// The branch alternates and is foreseen. An address would have to wait for the load.
[[gnu::always_inline]] inline void lock_hand_over(Lock &lock, unsigned mine, unsigned other) {
    const std::uint64_t next = lock.serving[mine].load(std::memory_order_relaxed) + 1;
    lock_fence(); // R0
    lock.holder[mine].store(0, std::memory_order_relaxed);
    delay_point();
    lock.serving[other].exchange(next, std::memory_order_seq_cst); // R1
    delay_point();
    const std::uint32_t sleepers = lock.point[other].sleepers.load(std::memory_order_seq_cst); // R2
    if (__builtin_expect(sleepers | lock.barging.load(std::memory_order_seq_cst), 0)) lock_tell_others(lock, next);
}

// False: the thread does not hold the lock.
[[gnu::always_inline]] inline bool lock_give(Lock &lock, unsigned thread) {
    if (lock.holder[0].load(std::memory_order_relaxed) == thread + 1)
        lock_hand_over(lock, 0, 1);
    else if (__builtin_expect(lock.holder[1].load(std::memory_order_relaxed) == thread + 1, 1))
        lock_hand_over(lock, 1, 0);
    else
        return false;
    return true;
}

} // namespace polder::sync
