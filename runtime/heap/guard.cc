// Who comes to a heap beside its owner; see guard.h.
#include "runtime/heap/guard.h"

#include "runtime/sync/wait.h"

namespace polder::heap {

void heap_bias(Heap &heap) {
    heap.bias.set();
}

void heap_guard_lock(Heap &heap, bool held) {
    for (unsigned turn = 0; !held; ++turn) {
        while (heap.lock.load(std::memory_order_relaxed))
            sync::wait_turn(turn++);
        held = !heap.lock.exchange(1, std::memory_order_acquire);
    }
    if (!heap.bias.is_set()) return;
    heap.bias.revoke();
    for (unsigned turn = 0; heap.bias.is_inside(); ++turn)
        sync::wait_turn(turn);
}

} // namespace polder::heap
