// Owner: lets one system thread use the cache of a UPC thread without any lock. The owner is the
// owner of a biased lock (runtime/core/biased_lock.h), until another thread takes the cache away
// for good, or borrows it.
//
//   taker     under the lock of those who bar owners: bar; wait until the owner is not inside; use
//             the cache; gone = true
//   borrower  under the same lock: bar; if the owner is not inside, use the cache; let the owner in
//             again
//
// Rules.
//   1. A taker spins. What the owner does inside ends by itself, as it polls for what it waits for.
//   2. An owner that finds its bias revoked, and the cache not gone, waits for the lock and tries
//      again. So nothing that it does overtakes what a borrower or taker is about to send.
//   3. A handler that runs in a poll of the owner's, inside, or of a borrower's or taker's, must
//      not wait for them. It goes past the cache.
#pragma once

#include "runtime/core/biased_lock.h"

namespace polder::cache {

struct CacheOwner {
    BiasedLock bias;
    const void *maker;      // system_thread(): who it is as long as somebody is. Constant, but for
                            // a worker's cache: null while no worker has it, under the lock
    std::atomic<bool> gone; // nobody is any more

    bool is_made_by_self() const { return maker == system_thread(); }
    // The caller is the owner, and may wait until it is that again.
    bool is_lent() const { return !gone.load(std::memory_order_acquire) && is_made_by_self() && !bias.is_inside(); }
    // False: the caller is not the owner, or is a handler that runs in a poll of the owner's,
    // inside.
    bool enter() { return !__builtin_expect(bias.is_inside(), 0) && bias.enter(); }
    void leave() { bias.leave(); }
};

} // namespace polder::cache
