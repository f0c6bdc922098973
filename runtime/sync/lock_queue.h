// Locks used from other nodes: what is done at the lock's own node, its *home*, for threads
// elsewhere. They draw tickets as all do. A thread whose turn has not come waits in a list of the
// lock. The list is in the order of tickets, and its threads count among the sleepers of their
// slot. So a release looks at the list only if somebody sleeps there. A lock that only its own node
// uses costs nothing more.
//
// A UPC thread has a few *waiter slots* to wait in, as it may have several system threads that want
// locks (far_lock.h). Each waiter slot is in one list at most. So there is a place for each waiter
// slot of the job here: 128 bytes a thread, touched when it first waits.
//
// Invariant (no far waiter is forgotten). Q2, Q3, R1 and R2 are sequentially consistent. Held by
// tests/unit/runtime/sync/far_lock_delays.cc.
//
//   enqueue, under the lock's guard         release
//   Q1 draw a ticket                        R1 serving = next
//   Q2 sleepers += 1                        R2 read sleepers
//   Q3 read serving: if it is the ticket,   R3 if not 0, under the guard: serve the head of the
//      take the lock, else join the list       list if it is its turn
//
//   1. Q3 sees R1, or R2 sees Q2.
//   2. In the second case R3 comes after the guard of Q was given back: it finds the waiter.
//   3. Or it comes before that guard was taken: then Q3 sees R1.
#pragma once

#include "runtime/core/job.h"
#include "runtime/sync/lock.h"

namespace polder::sync {

inline constexpr unsigned lock_waiter_slots = 4; // of a UPC thread; thread * lock_waiter_slots is the first one

struct LockPlace {
    std::uint64_t ticket;
    const void *owner;
    std::uint32_t next; // waiter slot + 1
    std::uint32_t serial;
    std::uint64_t unused;
};
static_assert(sizeof(LockPlace) == 32);

// How a request was received.
struct LockReceipt {
    LockResult result;    // ok: it has the lock; busy: it waits
    std::uint64_t ticket; // of both
    unsigned holder;      // busy: at present; no_peer: it is just changing
    unsigned before; // a waiter slot of who has the ticket before, that in which it waits if it does; no_peer: unknown
};

// serial comes back with the grant. The caller's own node finds out whether the caller holds the
// lock already: home may not have heard yet that it passed it on.
LockReceipt lock_enqueue(Lock &lock, unsigned slot, const void *owner, std::uint32_t serial);
// The holder of an earlier ticket and those behind it have passed the lock on to who waited in this
// waiter slot.
void lock_passed(Lock &lock, unsigned slot, std::uint64_t ticket);

// Tells a waiter elsewhere that the lock is its now.
extern void (*lock_tell)(Lock &lock, unsigned slot, const LockPlace &place);

constexpr std::size_t lock_places_size(const JobShape &shape) {
    return shape.nodes < 2 ? 0 : sizeof(LockPlace) * lock_waiter_slots * std::size_t{shape.job_threads()};
}

} // namespace polder::sync
