// A lock where nobody could want it: in a job of one UPC thread while its process has a single
// system thread. No locked instruction and no fence, as no other processor executes anything of the
// job. Such a thread is *alone*. Code for one thread does the same in place (polder_lock_1thread).
//
// `state` alone says then whether the lock is taken: lock_in_use and lock_taken. The other words
// stay those of a free lock.
//
// Invariant: while polder_lone_locks.length is not 0, no lock is taken by a ticket. Held by
// tests/upc/interop_locks_first.upc.
// 1. What takes a lock by a ticket comes through lone_mode_end first: lock_settle, or a caller that
//    found a second system thread.
// 2. polder_lone_locks.length never becomes other than 0 again. A C library that calls a process
//    single-threaded once more, after its other threads have ended, changes nothing.
//
// Settling. A lock that is taken so when the mode ends is found by whoever names it next
// (lock_settle), before it looks at any other word. The first to come writes the words of a lock
// that has been taken by a ticket; the others wait for it.
// 3. lock_taken is written by a thread that is alone. Creating a system thread orders what came
//    before it. So the other threads see it, and nobody writes lock_taken any more.
// 4. The words are written between lock_settling and the release of lock_in_use. Who waits acquires
//    that. So all see the ticket as taken, by the thread that took the lock.
#pragma once

#include "runtime/sync/lock_layout.h"

namespace polder::sync {

// Of a job of one thread. Asked at each call: the program may create a system thread at any time.
inline bool nobody_else() {
    return POLDER_ONE_SYSTEM_THREAD;
}

// From here on each lock is taken by a ticket.
inline void lone_mode_end() {
    __atomic_store_n(&polder_lone_locks.length, 0, __ATOMIC_RELAXED);
}

// The lock at this address, or null: it is none, or the caller is not alone.
inline Lock *lone_lock(polder_ga ga) {
    const std::uint64_t length = __atomic_load_n(&polder_lone_locks.length, __ATOMIC_RELAXED);
    if (ga - polder_lone_locks.first >= length || ga % alignof(Lock)) return nullptr;
    if (nobody_else()) return reinterpret_cast<Lock *>(ga);
    lone_mode_end();
    return nullptr;
}

// False: it is taken already, so the caller would wait for itself, or it is no lock.
inline bool lock_single_acquire(Lock &lock) {
    if (lock.state.load(std::memory_order_relaxed) != lock_in_use) return false;
    lock.state.store(lock_taken, std::memory_order_relaxed);
    return true;
}

// False: it is not taken, or no lock.
inline bool lock_single_release(Lock &lock) {
    if (lock.state.load(std::memory_order_relaxed) != lock_taken) return false;
    lock.state.store(lock_in_use, std::memory_order_relaxed);
    return true;
}

// Of a lock that `user` may have taken alone: behind it, the words say so.
inline void lock_settle(Lock &lock, LockUser user) {
    std::uint32_t state = lock.state.load(std::memory_order_acquire);
    if (__builtin_expect(state != lock_taken && state != lock_settling, 1)) return;
    lone_mode_end();
    if (state == lock_taken && lock.state.compare_exchange_strong(state, lock_settling, std::memory_order_acq_rel)) {
        delay_point();
        const std::uint64_t ticket = lock.next.load(std::memory_order_relaxed);
        lock.next.store(ticket + 1, std::memory_order_relaxed);
        lock_take(lock, ticket, user);
        lock.state.store(lock_in_use, std::memory_order_release);
        return;
    }
    while (lock.state.load(std::memory_order_acquire) == lock_settling)
        cpu_pause();
}

} // namespace polder::sync
