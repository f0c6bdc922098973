// HeapGuard: who holds it is alone in a heap. A heap whose owner is a UPC thread (heap_keep) costs the owner's first system thread, its *keeper*,
// no locked instruction, until another system thread of the same UPC thread comes; then, and in the heap of upc_global_alloc, all take a lock.
//
//   keeper:  if (keeper == self) { inside = 1; if (keeper == self) use the heap; inside = 0 }
//   other:   lock; if (keeper) { keeper = 0; heavy fence; wait until inside == 0 }; use the heap; unlock
//
// Proof. The heavy fence is a full barrier in every running thread of the process (membarrier(2)); heaps with keepers are used by one process only. If the
// keeper's `inside = 1` comes before its barrier, the other sees it and waits for the `inside = 0` that follows, stored with release. If it comes behind,
// so does the keeper's second look, which finds 0: it leaves, and takes the lock. The compiler is kept from swapping store and look by a signal
// fence. Where there is no membarrier, no heap gets a keeper.
// The keeper never comes back: a heap that two system threads use once will be used by both again.
//
// Sections are short and never wait for the program, so waiters yield but do not park, and unlocking is a plain store.
#pragma once

#include "runtime/alloc/heap_map.h"
#include "runtime/core/system_thread.h"
#include "runtime/sync/delay.h"

namespace polder {

// The rest of taking the lock, out of line: it is taken (`held`: already), and there is no keeper any more.
void heap_guard_lock(Heap &heap, bool held);

class HeapGuard {
public:
    explicit HeapGuard(Heap &heap) : heap_(heap), keeper_(enter()) {
        if (keeper_) return;
        const bool held = !heap.lock.exchange(1, std::memory_order_acquire);
        if (__builtin_expect(!held || heap.keeper.load(std::memory_order_relaxed), 0)) heap_guard_lock(heap, held);
    }
    ~HeapGuard() { (keeper_ ? heap_.inside : heap_.lock).store(0, std::memory_order_release); }
    HeapGuard(const HeapGuard &) = delete;
    HeapGuard &operator=(const HeapGuard &) = delete;

private:
    bool is_keeper() const { return heap_.keeper.load(std::memory_order_relaxed) == system_thread(); }
    bool enter() {
        if (!is_keeper()) return false;
        heap_.inside.store(1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        delay_point();
        if (__builtin_expect(is_keeper(), 1)) return true;
        heap_.inside.store(0, std::memory_order_release);
        return false;
    }

    Heap &heap_;
    const bool keeper_;
};

} // namespace polder
