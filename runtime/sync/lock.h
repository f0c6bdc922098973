// Lock: the fair lock under upc_lock_t, across threads and processes of its node, its *home*.
// Threads of other nodes have their turn by messages (far_lock.h, lock_queue.h).
//
// A thread that wants the lock draws a *ticket*; tickets are served in order. The lock has two
// *slots*. Ticket t waits for serving[t % 2] to become t. Its holder releases by writing t + 1 for
// the other slot. No memory is needed a waiter, and a thread may hold any number of locks. No
// waiter depends on another's being scheduled but on the one in front of it. Threads further back
// see from their slot how many are before them and look less often.
//
//   next          ticket of the next thread to come; the lock is free if the current slot serves it
//   current slot  the one with the larger `serving`: its ticket has the lock or may take it
//   holder        thread + 1, while held; for error and hang reports
//   owner         the system thread of it that locked. A lock belongs to a UPC thread, but its
//                 system threads (OpenMP workers, pthreads) exclude each other by it, too. Any of
//                 them may unlock
//
// Where threads share cores the turn may be *overtaken*. A thread that comes while the lock is not
// held takes it, though the thread whose turn it is has not been scheduled yet. Turns alone would
// cost a change of threads each. lock_oversubscribed.h says how, and why nobody waits much longer
// for it. Beside strangers threads take a free lock and draw no ticket for one that is held:
// lock_barge.h.
//
// Ordering: a lock is an acquire, an unlock a release, and both carry the null strict access of UPC
// 1.3, 7.2.4 (full fence).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/sync/wait.h"

#include <polder/abi.h>

namespace polder::sync {

// What a lock is, in `state`.
inline constexpr std::uint32_t lock_in_use = POLDER_LOCK_FREE; // as the words say
inline constexpr std::uint32_t lock_taken = POLDER_LOCK_TAKEN; // by the thread of a job of one: lock_single.h
inline constexpr std::uint32_t lock_settling = 0x6b636f6e;     // from lock_taken to lock_in_use

// Arrays of two have an element for each slot. The first line is all that a thread reads and writes
// to take a lock that nobody else wants and to give it back. So such a lock costs one line transfer
// when another thread has had it last.
struct alignas(128) Lock {
    std::atomic<std::uint64_t> next;
    std::atomic<std::uint64_t> serving[2];
    std::atomic<const void *> owner; // of the holder's process; valid while a holder is not 0
    std::atomic<std::uint32_t> holder[2];
    WaitPoint point[2];
    std::atomic<std::uint32_t> state;   // 0: it is no lock
    std::atomic<std::uint32_t> barging; // threads beside strangers sleep there: lock_barge.h

    // Where threads share cores (lock_oversubscribed.h):
    std::atomic<std::uint32_t> impatient[2];  // the thread whose turn it is has been overtaken long enough
    std::atomic<std::uint32_t> overtaken[2];  // so often since its turn began. The holder
    std::atomic<std::uint32_t> overtaking[2]; // the holder is not the thread whose turn it is. The holder
    WaitPoint barge_point;
    std::atomic<std::uint32_t> far_guard; // waiters of other nodes: lock_queue.h
    std::atomic<std::uint32_t> far_first;
    std::uint32_t far_last;
};
static_assert(sizeof(Lock) == 128);
static_assert(offsetof(Lock, impatient) == 64);
static_assert(offsetof(Lock, state) == POLDER_LOCK_STATE);

// A UPC thread, and the system thread of it: an address that all of a process have different.
struct LockUser {
    unsigned thread;
    const void *owner;
};

enum class LockResult { ok, busy, not_a_lock, held_by_caller, not_held_by_caller };

void lock_create(Lock &lock);
// Makes later use of the lock an error. Legal in every state of the lock (7.2.4.4).
LockResult lock_destroy(Lock &lock);
// held_by_caller: by the calling system thread, which would wait for itself. After it the lock is
// of no use any more: the caller is expected to end the job.
LockResult lock_acquire(Lock &lock, unsigned thread);
LockResult lock_attempt(Lock &lock, unsigned thread); // busy: another thread has it
LockResult lock_attempt(Lock &lock, LockUser user, std::uint64_t *ticket);
LockResult lock_release(Lock &lock, unsigned thread);
// -1: nobody
int lock_holder(const Lock &lock);

} // namespace polder::sync
