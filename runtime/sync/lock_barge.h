// Locks of threads beside strangers (give_way.h). A turn that is handed to a thread that strangers
// keep from its core makes all others wait for a time slice or more. So a thread that knows of
// strangers draws no ticket while the lock is held. It *barges*: it takes the lock if it finds it
// free, and sleeps until a release if it does not. Whoever runs has the lock, as with a mutex of
// the C library.
//
// Rules.
//   1. To take a free lock is to draw the ticket that is served at that moment, by compare and
//      swap. So bargers and owners of tickets may use one lock at a time. Where threads of the job
//      share cores it is to overtake (lock_oversubscribed.h).
//   2. A barger past whom `barge_patience` turns of others went draws a ticket and has its turn
//      like all others. It runs at that moment, so to wait for it costs little.
//   3. Threads of another node that follow each other in line pass the lock on there, and it is not
//      free here meanwhile. Each pass wakes a barger as a release does, so that its patience ends.
//      The ticket it draws then ends the passing.
//   4. A release wakes one barger, and only if `barging` is set. It clears `barging` before. The
//      woken one sets it again when it has the lock, or sleeps once more. Until then further
//      releases make no system call, though others sleep: one at a time tries its luck.
//
// Invariant (no lost wake-up). All steps but W2, an acquire read, are sequentially consistent. A
// barger is *told* once it finds `event` other than when it came to sleep. Held by
// tests/unit/runtime/sync/delays.cc and lock.cc.
//
//   barger                              release
//   W1, W2 of wait.h                    R1 free the lock
//   B1 barging = 1, unless it is        R2 if barging:
//   W3, W4 look whether the lock is     R3   barging = 0
//      free                             R4   event += 1
//   W5 sleep                            R5   if sleepers is not 0: wake one
//   One that was told leaves out B1 to W5. It sleeps anew, from W1 on, or gets the lock. In the
//   second case it comes here first:
//   B2 if sleepers is not 0:
//      barging = 1
//
//   1. Let barger C sleep at W5, and let R1 be the release of the holder that it saw at W4. R1
//      comes after W4, so R2 comes after B1.
//   2. Either R2 finds barging set, or an R3 of another release came in between. In both cases
//      there is an R3 after B1.
//   3. Its R4 comes after W2, as R3 precedes R4: had W2 read R4, it would have made R3 visible to
//      B1. Its R5 finds a sleeper, as W1 precedes B1, and C is still there.
//   4. So the kernel refuses to sleep at W5, or R5 wakes a sleeper: C, or D in its place.
//   5. D has been told, as R4 precedes R5. If D sleeps anew, its B1 comes after R3, and 1 to 4 hold
//      for D: there is another R3.
//   6. Else D gets the lock, perhaps by a ticket. Its B2 comes after R3 and finds C among the
//      sleepers. So the R2 of D's own release finds barging set, or another R3 came in between.
//   7. So there is an R3 after each that leaves C asleep, as long as the lock is used. The kernel
//      wakes who has slept longest, so it comes to C.
#pragma once

#include "runtime/sync/lock_layout.h"

namespace polder::sync {

inline constexpr unsigned barge_patience = 8; // turns of others of which it was told

// Of a lock that is one. busy: its patience is over.
LockResult lock_barge(Lock &lock, unsigned thread);

void lock_wake_barger(Lock &lock);

// R2, by whoever has made the lock free by a sequentially consistent read-modify-write.
inline void lock_freed(Lock &lock) {
    if (__builtin_expect(lock.barging.load(std::memory_order_seq_cst), 0)) lock_wake_barger(lock);
}

} // namespace polder::sync
