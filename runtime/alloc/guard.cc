// Who comes to a heap beside its keeper; see guard.h.
#include "runtime/alloc/guard.h"

#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

namespace {

bool keepers = false; // constant after start

bool membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

void bar_keeper(Heap &heap) {
    heap.keeper.store(nullptr, std::memory_order_relaxed);
    if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
        job_fail(1, "membarrier(2), which worked when the job started, is refused now: set a seccomp filter before, or "
                    "only one that allows it");
    delay_point();
    for (unsigned turn = 0; heap.inside.load(std::memory_order_acquire); ++turn)
        wait_turn(turn);
}

} // namespace

void heap_keepers_start() {
    keepers = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

void heap_keep(Heap &heap) {
    if (keepers) heap.keeper.store(system_thread(), std::memory_order_relaxed);
}

void heap_guard_lock(Heap &heap, bool held) {
    for (unsigned turn = 0; !held; ++turn) {
        while (heap.lock.load(std::memory_order_relaxed))
            wait_turn(turn++);
        held = !heap.lock.exchange(1, std::memory_order_acquire);
    }
    if (heap.keeper.load(std::memory_order_relaxed)) bar_keeper(heap);
}

} // namespace polder
