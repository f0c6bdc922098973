// HeapGuard: who holds it is alone in a heap. A heap whose owner is a UPC thread (heap_bias) costs
// the owner's first system thread no locked instruction (runtime/core/biased_lock.h). That ends
// when another system thread of the same UPC thread comes. Then, and in the heap of
// upc_global_alloc, all take a lock. The owner never comes back: a heap that two system threads use
// once will be used by both again.
//
// Sections are short and never wait for the program, so waiters yield but do not park, and
// unlocking is a plain store.
#pragma once

#include "runtime/heap/heap_map.h"

namespace polder::heap {

// The rest of taking the lock, out of line: it is taken (`held`: already), and there is no owner
// any more.
void heap_guard_lock(Heap &heap, bool held);

class HeapGuard {
public:
    explicit HeapGuard(Heap &heap) : heap_(heap), is_owner_(heap.bias.enter()) {
        if (is_owner_) return;
        const bool held = !heap.lock.exchange(1, std::memory_order_acquire);
        if (__builtin_expect(!held || heap.bias.is_set(), 0)) heap_guard_lock(heap, held);
    }
    ~HeapGuard() {
        if (is_owner_)
            heap_.bias.leave();
        else
            heap_.lock.store(0, std::memory_order_release);
    }
    HeapGuard(const HeapGuard &) = delete;
    HeapGuard &operator=(const HeapGuard &) = delete;

private:
    Heap &heap_;
    const bool is_owner_;
};

} // namespace polder::heap
