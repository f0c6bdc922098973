// The heavy fence; see owner.h.
#include "runtime/core/biased_lock.h"

#include "runtime/core/job.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

bool biased_lock_fences = true;

namespace {

bool membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

} // namespace

void biased_locks_start() {
    biased_lock_fences = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

bool BiasedLock::enter_with_fence() {
    const void *self = static_cast<const char *>(system_thread()) + 1;
    if (!is_biased_to(self)) return false;
    delay_point();
    inside_.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    delay_point();
    if (is_biased_to(self)) return true;
    leave();
    return false;
}

void BiasedLock::revoke() {
    who_.store(nullptr, std::memory_order_relaxed);
    if (biased_lock_fences)
        std::atomic_thread_fence(std::memory_order_seq_cst);
    else if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
        job_fail(1, "membarrier(2), which worked when the job started, is refused now: set a seccomp filter before, or "
                    "only one that allows it");
    delay_point();
}

} // namespace polder
