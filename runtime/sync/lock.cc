// The queue lock; structure and invariants are in lock.h.
//
// A waiter that has been granted the lock takes its own entry out of the queue before it goes on: either it is the last (tail becomes
// held_alone again), or its successor becomes `first`. So while the lock is held no entry belongs to the holder.
#include "runtime/sync/lock.h"


namespace polder {
namespace {

constexpr std::uintptr_t unlocked = 0, held_alone = 1;

void fence_where_needed() {
#if !defined(__x86_64__) // there, the read-modify-writes below are full fences
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

LockWaiter &take_entry(LockWaiters &mine) {
    for (unsigned turn = 0;; ++turn) {
        std::uint32_t taken = mine.taken.load(std::memory_order_relaxed);
        const std::uint32_t free = ~taken & ((1u << LockWaiters::count) - 1);
        const std::uint32_t bit = free & -free;
        if (bit && mine.taken.compare_exchange_weak(taken, taken | bit, std::memory_order_acquire))
            return mine.entry[__builtin_ctz(bit)];
        wait_turn(turn);
    }
}

void return_entry(LockWaiters &mine, const LockWaiter &entry) {
    mine.taken.fetch_and(~(1u << (&entry - mine.entry)), std::memory_order_release);
}

// The link is written right after its owner entered the queue; only a descheduled owner makes this wait.
LockWaiter *await_link(const std::atomic<LockWaiter *> &link) {
    for (unsigned turn = 0;; ++turn) {
        if (LockWaiter *waiter = link.load(std::memory_order_acquire)) return waiter;
        wait_turn(turn);
    }
}

// Joins the queue, or takes the lock if it has become free: then null.
LockWaiter *enter_queue(Lock &lock, LockWaiter &me) {
    std::uintptr_t before = lock.tail.load(std::memory_order_relaxed);
    for (;;) {
        const std::uintptr_t after = before == unlocked ? held_alone : reinterpret_cast<std::uintptr_t>(&me);
        if (lock.tail.compare_exchange_weak(before, after, std::memory_order_seq_cst)) break;
    }
    if (before == unlocked) return nullptr;
    std::atomic<LockWaiter *> &link = before == held_alone ? lock.first : reinterpret_cast<LockWaiter *>(before)->next;
    link.store(&me, std::memory_order_release);
    return &me;
}

void leave_queue(Lock &lock, LockWaiter &me) {
    LockWaiter *next = me.next.load(std::memory_order_acquire);
    if (!next) {
        lock.first.store(nullptr, std::memory_order_relaxed); // before the exchange: then the next one to come writes it
        std::uintptr_t mine = reinterpret_cast<std::uintptr_t>(&me);
        if (lock.tail.compare_exchange_strong(mine, held_alone, std::memory_order_seq_cst)) return;
        next = await_link(me.next);
    }
    lock.first.store(next, std::memory_order_relaxed);
}

[[gnu::noinline]] void acquire_slowly(Lock &lock, unsigned thread, LockWaiters &mine) {
    LockWaiter &me = take_entry(mine);
    me.next.store(nullptr, std::memory_order_relaxed);
    me.granted.store(0, std::memory_order_relaxed);
    if (enter_queue(lock, me)) {
        const std::uint32_t holder = lock.holder.load(std::memory_order_relaxed);
        wait_until(me.point, {WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock), holder ? holder - 1 : no_peer},
                   [&] { return me.granted.load(std::memory_order_acquire) != 0; });
        leave_queue(lock, me);
    }
    return_entry(mine, me);
    lock.holder.store(thread + 1, std::memory_order_relaxed);
}

bool is_lock(const Lock &lock) { return lock.magic == lock_magic; }

} // namespace

void lock_create(Lock &lock) {
    lock.tail.store(unlocked, std::memory_order_relaxed);
    lock.first.store(nullptr, std::memory_order_relaxed);
    lock.holder.store(0, std::memory_order_relaxed);
    lock.magic = lock_magic;
    std::atomic_thread_fence(std::memory_order_release);
}

LockResult lock_destroy(Lock &lock) {
    if (!is_lock(lock)) return LockResult::not_a_lock;
    lock.magic = 0;
    return LockResult::ok;
}

LockResult lock_acquire(Lock &lock, unsigned thread, LockWaiters &mine) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    std::uintptr_t seen = unlocked;
    if (lock.tail.compare_exchange_strong(seen, held_alone, std::memory_order_seq_cst)) {
        lock.holder.store(thread + 1, std::memory_order_relaxed);
    } else {
        if (lock.holder.load(std::memory_order_relaxed) == thread + 1) return LockResult::held_by_caller;
        acquire_slowly(lock, thread, mine);
    }
    fence_where_needed();
    return LockResult::ok;
}

LockResult lock_attempt(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    std::uintptr_t seen = lock.tail.load(std::memory_order_relaxed);
    if (seen != unlocked || !lock.tail.compare_exchange_strong(seen, held_alone, std::memory_order_seq_cst))
        return lock.holder.load(std::memory_order_relaxed) == thread + 1 ? LockResult::held_by_caller : LockResult::busy;
    lock.holder.store(thread + 1, std::memory_order_relaxed);
    fence_where_needed();
    return LockResult::ok;
}

LockResult lock_release(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    if (lock.holder.load(std::memory_order_relaxed) != thread + 1) return LockResult::not_held_by_caller;
    fence_where_needed();
    lock.holder.store(0, std::memory_order_relaxed);
    LockWaiter *first = lock.first.load(std::memory_order_acquire);
    if (!first) {
        std::uintptr_t seen = held_alone;
        if (lock.tail.compare_exchange_strong(seen, unlocked, std::memory_order_seq_cst)) return LockResult::ok;
        first = await_link(lock.first);
    }
    first->granted.exchange(1, std::memory_order_seq_cst);
    wait_signal_after_rmw(first->point);
    return LockResult::ok;
}

int lock_holder(const Lock &lock) { return static_cast<int>(lock.holder.load(std::memory_order_relaxed)) - 1; }

} // namespace polder
