// Biased lock: an asymmetric lock of one process. Its *owner* is the first system thread that uses
// the thing. The owner pays no locked instruction and no fence for being alone. Others pay much:
// they *revoke* the bias. They do so for good, as a heap that two threads used once will be used by
// both again, or for a moment.
//
//   owner    if (who == self) {
//                inside = 1; light fence; if (who == self) use the thing; inside = 0 }
//   others   under a lock that all of them take:
//                who = nobody; heavy fence; wait until inside == 0, or give up;
//                use the thing; who = owner, if it may come back
//
// Invariant. Whoever uses the thing is alone, and sees everything that earlier users did there.
// Held by tests/unit/runtime/biased_lock.cc.
//
// Proof. The heavy fence is membarrier(2). During the call every running thread of the process
// passes a full barrier; every other thread has passed one when it runs again. The light fence
// keeps the compiler from swapping store and look. Let B be the owner's barrier of one heavy fence.
//
//   owner                       others
//   K1 inside = 1               O1 who = nobody
//   K2 look at who (behind K1)  O2 heavy fence, which makes B
//   K3 use the thing, inside    O3 look at inside, use the thing
//
//   1. K1 before B: B makes K1 visible, so O3 finds inside == 1 and waits, or finds a later inside
//      = 0. That is stored with release and read with acquire, so others see what the owner did.
//   2. K1 behind B: K2 is behind B, too, and so behind O1. It finds nobody, and the owner does not
//      use the thing. Or it finds itself: somebody has let it in again with release, and the owner
//      reads that with acquire.
//
// If the kernel has no membarrier, both fences are the processor's (biased_lock_fences). Of the
// owner's store and look, and the others' store and look, at least one look then finds the other
// side's store. `who` is odd in that case, so an owner without fences need not ask.
//
// Rules for users.
//   1. A owner that finds its bias revoked takes the lock of the others.
//   2. What a owner does inside should end by itself, as others wait for it.
//   3. Biased locks do not nest. A user whose section may run handlers asks is_inside() before
//      enter().
//   4. A biased lock of zero bytes has no owner. The thing may lie in memory of several processes,
//      but only one of them uses it.
#pragma once

#include "base/delay.h"
#include "runtime/core/system_thread.h"

#include <atomic>
#include <cstdint>

namespace polder {

// There is no membarrier, or nobody has called biased_locks_start. Constant while owners are at
// work.
extern bool biased_lock_fences;

// Once a process, best before it has threads: the kernel would wait for them, for milliseconds.
void biased_locks_start();

class BiasedLock {
public:
    // Nobody else is at the thing: it is new, or the caller holds the lock. Others say whom they
    // let in again.
    void set(const void *bias = system_thread()) {
        who_.store(static_cast<const char *>(bias) + biased_lock_fences, std::memory_order_release);
    }
    // False while the bias is revoked.
    bool is_set() const { return who_.load(std::memory_order_relaxed) != nullptr; }
    // Of the owner's own: it is in the middle of its section. Of others, behind revoke(): false
    // means that they are alone.
    bool is_inside() const { return inside_.load(std::memory_order_acquire) != 0; }

    // True: the caller is the owner, and alone until leave().
    bool enter() {
        if (__builtin_expect(!is_biased_to(system_thread()), 0)) return enter_with_fence();
        return enter_unfenced();
    }
    // The same in few instructions. False also where an owner needs fences.
    bool enter_quickly() { return __builtin_expect(is_biased_to(system_thread()), 1) && enter_unfenced(); }
    void leave() { inside_.store(0, std::memory_order_release); }

    // The caller holds the lock. The owner does not come in any more, but may be inside: then it
    // will leave, and not come back.
    void revoke();

private:
    bool is_biased_to(const void *who) const { return who_.load(std::memory_order_acquire) == who; }
    bool enter_with_fence();
    bool enter_unfenced() {
        delay_point();
        inside_.store(1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        delay_point();
        if (__builtin_expect(is_biased_to(system_thread()), 1)) return true;
        leave();
        return false;
    }

    std::atomic<const void *> who_; // system_thread() of the owner, or that + 1; null: nobody
    std::atomic<std::uint32_t> inside_;
};

} // namespace polder
