// Keeper: of the system threads that use a thing, the first one, its *keeper*, pays no locked instruction and no fence for being alone in it. Others pay
// much: they *bar* the keeper, for good (as a heap that two threads use once will be used by both again) or for a moment. An asymmetric lock, of one process.
//
//   keeper:  if (who == self) { inside = 1; light fence; if (who == self) use the thing; inside = 0 }
//   others:  under a lock that all of them take:
//            who = nobody; heavy fence; wait until inside == 0, or give up; use the thing; who = keeper, if it may come back
//
// Invariant. Whoever uses the thing is alone in it; it sees everything that those before it did there.
// Proof. The heavy fence is membarrier(2): every running thread of the process passes a full barrier during the call, every other one has when it runs again.
// The light fence only keeps the compiler from swapping store and look. Take the keeper's latest `inside = 1` of before that barrier.
//   Before: is what the keeper's barrier makes visible. The other, which looks at `inside` behind the fence, finds it, or the `inside = 0` behind it, which
//   is stored with release and read with acquire, so that it sees what the keeper did.
//   Behind (any other `inside = 1`): the keeper's second look is behind the barrier, too, and finds nobody, or what was stored after that: itself, as somebody
//   has let it in again, with release, and that it reads with acquire.
// Where the kernel has no membarrier, both fences are those of the processor (keeper_fences), and the same holds by their order: of the keeper's store and
// look, and the other's store and look, at least one look finds the other's store. `who` is odd then, so that a keeper without fences need not ask.
//
// A keeper that finds itself barred takes the lock of the others, too. What it does inside should end by itself, as others wait for it. Keepers do not nest:
// a user whose section may run handlers asks is_inside() before enter().
// A Keeper of zero bytes has none. The thing may lie in memory of several processes, but only one of them uses it.
#pragma once

#include "base/delay.h"
#include "runtime/core/system_thread.h"

#include <atomic>
#include <cstdint>

namespace polder {

// There is no membarrier, or nobody has called keepers_start. Constant while keepers are at work.
extern bool keeper_fences;

// Once a process, best before it has threads: the kernel would wait for them, for milliseconds.
void keepers_start();

class Keeper {
public:
    // Nobody else is at the thing: it is new, or the caller holds the lock. Others say whom they let in again.
    void set(const void *keeper = system_thread()) {
        who_.store(static_cast<const char *>(keeper) + keeper_fences, std::memory_order_release);
    }
    // False while the keeper is barred.
    bool is_set() const { return who_.load(std::memory_order_relaxed) != nullptr; }
    // Of the keeper's own: it is in the middle of its section. Of others, behind bar(): false means that they are alone.
    bool is_inside() const { return inside_.load(std::memory_order_acquire) != 0; }

    // True: the caller is the keeper, and alone until leave().
    bool enter() {
        if (__builtin_expect(!is_kept_by(system_thread()), 0)) return enter_with_fence();
        delay_point();
        inside_.store(1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        delay_point();
        if (__builtin_expect(is_kept_by(system_thread()), 1)) return true;
        leave();
        return false;
    }
    void leave() { inside_.store(0, std::memory_order_release); }

    // The caller holds the lock. The keeper does not come in any more, but may be inside: then it will leave, and not come back.
    void bar();

private:
    bool is_kept_by(const void *who) const { return who_.load(std::memory_order_acquire) == who; }
    bool enter_with_fence();

    std::atomic<const void *> who_; // system_thread() of the keeper, or that + 1; null: nobody
    std::atomic<std::uint32_t> inside_;
};

} // namespace polder
