// Oversubscribed locks: threads that share cores (jobs of one node). Turns taken strictly would
// cost a change of threads each. A thread that gives the lock back and wants it again would wait
// for the next one to be scheduled. That one would wait in the same way for its turn to come round.
// So the turn is a right to be asked for, not the lock itself. The lock is *held* by whoever writes
// its number into `holder` of the current slot, which was 0.
//
//   owner of the turn  has the ticket that is served. It takes the lock when it runs and holder is
//                      0; its release serves the next ticket
//   overtaker          comes while holder is 0 and takes the lock without a ticket. Its release
//                      leaves the turn where it is
//
// Nobody is overtaken for long. The owner of the turn says that it is *impatient* once it has
// looked a few times while the lock was held. Without that there are at most `overtakings_a_turn`.
// After either, the next thread to come draws a ticket and waits behind it.
//
// Invariant (one holder). Let c be the ticket served last, s its slot, o the other slot. Held by
// tests/unit/runtime/sync/delays.cc.
//
//   take                                         release
//   T1 read c                                    R1 o.serving = c + 1 (owner of the turn only)
//   T2 compare and swap s.holder from 0 to mine  R2 s.holder = 0
//   T3 overtakers: read c once more, and give
//      s back if it changed
//
//   1. Only R1 changes c, and only by the owner of the turn, which holds s. So while somebody else
//      holds s after T3, nothing changes c.
//   2. He is alone then: others fail at T2 in s, and nobody holds o, as this needs c + 1 to be
//      served.
//   3. It remains to see that T3 finds c changed where it did. T2 reads the last 0 written to
//      s.holder.
//   4. If that was R2 of the release that changed c, R1 comes before it, and T3 sees R1.
//   5. If it was an earlier one, consider the owner of the turn, who has to take s before it can
//      change c. It comes after T2 in the order of s.holder, and so fails until s is given back.
//   6. T3 is an acquire. So an overtaker sees what the last owner of the turn before it did, though
//      that one held o. What others did in s it sees by T2.
// Whoever holds s in vain, between T2 and T3, makes others wait for a moment, as a holder does.
//
// Invariant (no lost wake-up). For its turn a thread sleeps and is woken as ever (lock.h). For
// holder, the owner of the turn sleeps only after it has said so: W0 impatient = 1, then W1 to W5
// of wait.h. Every R2 is followed by reading impatient and, if that is set, by S2 to S4. All are
// sequentially consistent. Either R2's reader sees W0 and goes on as wait.h's signaller, or W0
// comes after it, and then W4 sees R2. Held by tests/unit/runtime/sync/delays.cc.
#pragma once

#include "runtime/sync/lock_layout.h"

#include <polder/abi.h>

namespace polder::sync {

inline constexpr unsigned overtakings_a_turn = 64;

// The same in all processes of the job, and always.
inline bool lock_is_oversubscribed() {
    return __builtin_expect(wait_setup.oversubscribed, 0) && polder_job.one_node;
}

// Whether oversubscribed_attempt would take the lock now.
bool oversubscribed_is_free(const Lock &lock);
// As lock_acquire, lock_attempt and lock_release, where lock_is_oversubscribed.
LockResult oversubscribed_acquire(Lock &lock, unsigned thread);
LockResult oversubscribed_attempt(Lock &lock, LockUser user);
LockResult oversubscribed_release(Lock &lock, unsigned thread);

} // namespace polder::sync
