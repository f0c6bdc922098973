// Owner: lets one system thread use the cache of a UPC thread without any lock, until another one takes it away for good, or borrows it.
//
//   owner:    if (owner == self) { inside = 1; if (owner == self) use the cache; inside = 0 }
//   taker:    under a lock: owner = nobody; membarrier; wait until inside == 0; use the cache; gone = true
//   borrower: under the lock: owner = nobody; membarrier; if (inside == 0) use the cache; owner = maker
//
// Proof. membarrier(PRIVATE_EXPEDITED) makes every running thread of the process pass a full barrier. Take the owner's latest `inside = 1` of
// before it. If that store is before the owner's barrier, the taker, whose read is behind, sees it (or a later `inside = 0`, stored with release, and then
// everything the owner did). If it is behind, so is the owner's read of `owner`, which finds nobody. The compiler is kept from swapping the two
// by a signal fence. Where the kernel has no membarrier, the owner's first store is a full fence instead.
// The taker spins: what the owner does inside ends by itself, as it polls for what it waits for.
// An owner that finds nobody, and the cache not gone, waits for the lock and tries again; so nothing that it does overtakes what a borrower or taker is about
// to send. A handler that runs in a poll of the owner's, inside, or of a borrower's or taker's, must not wait for them: it goes past the cache.
// What a borrower did is seen by the owner: that read of `owner` which lets it in comes behind the barrier, or the borrower had seen it inside; so it reads
// what the borrower stored with release.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace polder {

extern bool owner_fences; // there is no membarrier

struct CacheOwner {
    std::atomic<pthread_t> thread; // 0: nobody, for now or (gone) any more
    pthread_t maker;               // who it is as long as somebody is
    std::atomic<std::uint32_t> inside;
    std::atomic<bool> gone;

    bool is_self() const { return thread.load(std::memory_order_acquire) == pthread_self(); }
    // The caller is the owner, and may wait until it is that again.
    bool is_lent() const {
        return !gone.load(std::memory_order_acquire) && maker == pthread_self() &&
               !inside.load(std::memory_order_relaxed);
    }
    // False: the caller is not the owner, or is a handler that runs in a poll of the owner's, inside.
    bool enter() {
        if (__builtin_expect(!is_self() || inside.load(std::memory_order_relaxed), 0)) return false;
        inside.store(1, std::memory_order_relaxed);
        if (__builtin_expect(owner_fences, 0)) std::atomic_thread_fence(std::memory_order_seq_cst);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (__builtin_expect(is_self(), 1)) return true;
        leave();
        return false;
    }
    void leave() { inside.store(0, std::memory_order_release); }
};

} // namespace polder
