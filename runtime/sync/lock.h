// Lock: the queue lock under upc_lock_t, across threads and processes of a node.
//
// Waiting threads form a queue in the order in which they came, and each spins on a line of its own. The holder needs no queue
// entry: it is in the lock itself. So a thread may hold any number of locks, and the uncontended path is one compare-and-swap to
// lock and one to unlock.
//
//   tail    0: free.   held_without_queue: held, nobody waits.   else: address of the last waiter's entry
//   first   address of the first waiter's entry; valid once its owner has linked itself
//   holder  thread + 1, for error and hang reports
//
// Entries are LockWaiter objects in the segment of the waiting thread. The node range has the same addresses in every process, so links
// are plain pointers. A thread takes an entry only while it waits; it has several because system threads (OpenMP, pthreads) may be
// part of one UPC thread.
//
// Ordering: a lock is an acquire, an unlock a release, and both carry the null strict access of UPC 1.3, 7.2.4 (full fence).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/sync/wait.h"

namespace polder {

inline constexpr std::uint64_t lock_magic = 0x6b636f6c5f726470; // "pdr_lock"

struct alignas(64) LockWaiter {
    std::atomic<LockWaiter *> next;
    std::atomic<std::uint32_t> granted;
    WaitPoint point;
};

struct LockWaiters { // a thread's entries
    static constexpr unsigned count = 16;
    std::atomic<std::uint32_t> taken; // bit a entry
    LockWaiter entry[count];
};

struct alignas(128) Lock {
    std::uint64_t magic;
    std::atomic<std::uintptr_t> tail;
    std::atomic<LockWaiter *> first;
    std::atomic<std::uint32_t> holder;
};

enum class LockResult { ok, busy, not_a_lock, held_by_caller, not_held_by_caller };

void lock_create(Lock &lock);
// Makes later use of the lock an error. Legal in every state of the lock (7.2.4.4).
LockResult lock_destroy(Lock &lock);
LockResult lock_acquire(Lock &lock, unsigned thread, LockWaiters &mine);
LockResult lock_attempt(Lock &lock, unsigned thread); // busy: another thread has it
LockResult lock_release(Lock &lock, unsigned thread);
// -1: nobody
int lock_holder(const Lock &lock);

} // namespace polder
