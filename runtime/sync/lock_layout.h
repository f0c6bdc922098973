// What the parts of a lock share: lock.cc, for threads of the lock's node, lock_oversubscribed.cc,
// where these share cores, and lock_queue.cc, for those of others.
#pragma once

#include "runtime/core/system_thread.h"
#include "runtime/sync/lock.h"

namespace polder::sync {

// The calling system thread of UPC thread `thread`.
inline LockUser lock_caller(unsigned thread) {
    return {thread, system_thread()};
}

inline bool is_lock(const Lock &lock) {
    return lock.state.load(std::memory_order_relaxed) == lock_in_use;
}

inline unsigned lock_slot(std::uint64_t ticket) {
    return ticket & 1;
}

// Which sleepers of a slot a ticket is: so a release wakes the next one only, whoever else sleeps
// there.
inline std::uint32_t lock_group(std::uint64_t ticket) {
    return std::uint32_t{1} << (ticket / 2 % 32);
}

// Of the holder's own reading both are exact; others may read one of them late.
inline std::uint64_t current_ticket(const Lock &lock, std::memory_order order = std::memory_order_relaxed) {
    const std::uint64_t even = lock.serving[0].load(order);
    const std::uint64_t odd = lock.serving[1].load(order);
    return even > odd ? even : odd;
}

// The owner is written before the holder: whoever sees the second sees the first.
inline void lock_take(Lock &lock, std::uint64_t ticket, LockUser user) {
    lock.owner.store(user.owner, std::memory_order_relaxed);
    lock.holder[lock_slot(ticket)].store(user.thread + 1, std::memory_order_release);
}

inline bool lock_held_by(const Lock &lock, LockUser user) {
    return lock.holder[lock_slot(current_ticket(lock))].load(std::memory_order_acquire) == user.thread + 1 &&
           lock.owner.load(std::memory_order_relaxed) == user.owner;
}

// Full fences where the read-modify-writes of locks are none.
inline void lock_fence() {
#if !defined(__x86_64__)
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

// Waits until the ticket's slot serves it; held_by_caller: that would be for ever.
LockResult lock_await_turn(Lock &lock, std::uint64_t ticket, unsigned thread);

// A ticket is served that nobody who sleeps at the lock's node may have: if a thread of another
// node has it, it is told.
void lock_serve_far(Lock &lock);

} // namespace polder::sync
