// Locks of threads beside strangers (give_way.h). A turn that is handed to a thread that strangers
// keep from its core makes all others wait for a time slice or more. So a thread that knows of
// strangers draws no ticket while the lock is held. It *barges*: it takes the lock if it finds it
// free, and sleeps until a release if it does not. Whoever runs has the lock, as with a mutex of
// the C library.
//
// Rules.
//   1. To take a free lock is to draw the ticket that is served at that moment, by compare and
//      swap. So bargers and owners of tickets may use one lock at a time. Where threads of the job
//      share cores it is to overtake (lock_crowd.h).
//   2. A barger past whom `barge_patience` turns of others went draws a ticket and has its turn
//      like all others. It runs at that moment, so to wait for it costs little.
//   3. Threads of another node that follow each other in line pass the lock on there, and it is not
//      free here meanwhile. Each pass wakes a barger as a release does, so that its patience ends.
//      The ticket it draws then ends the passing.
//   4. A release wakes one barger, and only if `barging` is set. It clears `barging` before. So as
//      long as the woken one has not run, further releases make no system call.
//
// Invariant (no lost wake-up). All steps but W2, an acquire read, are sequentially consistent.
//
//   barger                              release
//   W1, W2 of wait.h                    R1 free the lock
//   B1 barging = 1, unless it is        R2 if barging:
//   W3, W4 look whether the lock is     R3   barging = 0
//      free                             R4   event += 1 and wake one sleeper
//   W5 sleep
//
//   1. Let a barger sleep at W5, and let R1 be the release of the holder that it saw at W4. R1
//      comes after W4, so R2 comes after B1.
//   2. Either R2 finds barging set, or an R3 of another release came in between. In both cases
//      there is an R3 after B1.
//   3. Its R4 comes after W2, as R3 precedes R4: had W2 read R4, it would have made R3 visible to
//      B1.
//   4. So the kernel refuses to sleep at W5, or R4 wakes somebody: this barger or another one.
//   5. Whoever is woken sets barging again before it takes the lock or sleeps. So its own release,
//      or that of the holder it saw, wakes the next.
#pragma once

#include "runtime/sync/lock_layout.h"

namespace polder {

inline constexpr unsigned barge_patience = 8; // turns of others of which it was told

// Of a lock that is one. busy: its patience is over.
LockResult lock_barge(Lock &lock, unsigned thread);

void lock_wake_barger(Lock &lock);

// R2, by whoever has made the lock free by a sequentially consistent read-modify-write.
inline void lock_freed(Lock &lock) {
    if (__builtin_expect(lock.barging.load(std::memory_order_seq_cst), 0)) lock_wake_barger(lock);
}

} // namespace polder
