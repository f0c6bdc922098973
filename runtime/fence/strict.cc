// The fence of strict operations; see strict.h.
#include "runtime/fence/strict.h"

#include "runtime/core/job.h"
#include "runtime/net/net.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/rpc/piggyback.h"

namespace polder::fence {

void strict_write_far() {
    cache::far_fence();
    if (net::net_on()) rpc::far_locks_settle();
}

// What was put before travels beside the request, or in it. It is there before the strict read at
// the end of upc_lock (B.3.1): nobody can tell from the lock being taken whether it is.
sync::LockResult strict_lock_far(polder_ga lock) {
    rpc::Piggyback piggyback;
    rpc::piggyback_clear(piggyback);
    cache::far_cache_lock(lock, piggyback);
    const sync::LockResult result = rpc::far_lock_acquire(lock, mythread(), piggyback);
    cache::far_fence_end();
    cache::far_cache_answered(piggyback);
    return result;
}

// All that the caller wrote is there before anybody can have the lock. What lies at the lock's home
// goes with the message; all else is waited for before. So are earlier messages, as in
// strict_write.
void strict_unlock_far(polder_ga lock) {
    rpc::Piggyback piggyback;
    rpc::piggyback_clear(piggyback);
    cache::far_cache_unlock(lock, piggyback);
    cache::far_fence_end();
    rpc::far_locks_settle();
    rpc::far_lock_release(lock, mythread(), piggyback);
    cache::far_cache_answered(piggyback);
}

} // namespace polder::fence
