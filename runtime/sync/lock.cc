// The ticket lock with two slots; structure and ordering are in lock.h.
#include "runtime/sync/give_way.h"
#include "runtime/sync/lock_alone.h"
#include "runtime/sync/lock_barge.h"
#include "runtime/sync/lock_oversubscribed.h"

#include "base/clock.h"

#include <polder/abi.h>

namespace polder::sync {
namespace {

constexpr unsigned pauses_a_place = 32; // between looks, for each waiter in front but the first

// For hang reports. The lock's other line is looked at rarely, as its holder works there.
constexpr unsigned looks_between_names = 64;
unsigned holder_or_none(const Lock &lock) {
    const int holder = lock_holder(lock);
    return holder < 0 ? no_peer : static_cast<unsigned>(holder);
}

// A sleeper may be a thread of another node that is not in the list yet: only under the list's
// guard this is known (R3).
[[gnu::noinline]] void wake_next(Lock &lock, std::uint64_t ticket) {
    wait_wake(lock.point[lock_slot(ticket)], lock_group(ticket));
    if (!polder_job.one_node) lock_serve_far(lock);
}

} // namespace

LockResult lock_await_turn(Lock &lock, std::uint64_t ticket, unsigned thread) {
    if (lock_held_by(lock, lock_caller(thread))) return LockResult::held_by_caller;
    const std::atomic<std::uint64_t> &serving = lock.serving[lock_slot(ticket)];
    WaitReason why{WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock) + polder_job.node_shift,
                   holder_or_none(lock)};
    unsigned looks = 0;
    wait_until(
        lock.point[lock_slot(ticket)], why,
        [&] {
            const std::uint64_t before = ticket - serving.load(std::memory_order_acquire);
            if (before && ++looks % looks_between_names == 0) why.peer = holder_or_none(lock);
            if (before > 2 && !wait_setup.oversubscribed)
                for (std::uint64_t i = 0; i < pauses_a_place * (before - 2); ++i)
                    cpu_pause();
            return before == 0;
        },
        lock_group(ticket));
    return LockResult::ok;
}

void lock_create(Lock &lock) {
    // What other nodes may still know of a lock that lay here before must not fit this one, and
    // nobody draws a ticket a nanosecond.
    const std::uint64_t first = polder_job.one_node ? 2 : static_cast<std::uint64_t>(clock_ns()) & ~std::uint64_t{1};
    lock.next.store(first, std::memory_order_relaxed);
    lock.far_guard.store(0, std::memory_order_relaxed);
    lock.far_first.store(0, std::memory_order_relaxed);
    lock.far_last = 0;
    lock.barging.store(0, std::memory_order_relaxed);
    lock.barge_point.event.store(0, std::memory_order_relaxed);
    lock.barge_point.sleepers.store(0, std::memory_order_relaxed);
    lock.owner.store(nullptr, std::memory_order_relaxed);
    for (unsigned slot = 0; slot < 2; ++slot) {
        lock.serving[slot].store(first - slot, std::memory_order_relaxed);
        lock.holder[slot].store(0, std::memory_order_relaxed);
        lock.impatient[slot].store(0, std::memory_order_relaxed);
        lock.overtaken[slot].store(0, std::memory_order_relaxed);
        lock.overtaking[slot].store(0, std::memory_order_relaxed);
        lock.point[slot].event.store(0, std::memory_order_relaxed);
        lock.point[slot].sleepers.store(0, std::memory_order_relaxed);
    }
    lock.state.store(lock_in_use, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
}

LockResult lock_destroy(Lock &lock) {
    if (!is_lock(lock)) return LockResult::not_a_lock;
    lock.state.store(0, std::memory_order_relaxed);
    return LockResult::ok;
}

LockResult lock_acquire(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    if (beside_strangers()) {
        const LockResult result = lock_barge(lock, thread);
        if (result != LockResult::busy) return result;
    }
    if (lock_is_oversubscribed()) return oversubscribed_acquire(lock, thread);
    std::uint64_t ticket;
    return lock_draw(lock, lock_caller(thread), &ticket) ? LockResult::ok : lock_wait(lock, ticket, thread);
}

LockResult lock_wait(Lock &lock, std::uint64_t ticket, unsigned thread) {
    const LockResult result = lock_await_turn(lock, ticket, thread);
    if (result != LockResult::ok) return result;
    lock_take(lock, ticket, lock_caller(thread));
    lock_fence();
    return LockResult::ok;
}

LockResult lock_attempt(Lock &lock, LockUser user, std::uint64_t *ticket) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    *ticket = lock.next.load(std::memory_order_relaxed);
    if (lock.serving[lock_slot(*ticket)].load(std::memory_order_acquire) != *ticket ||
        !lock.next.compare_exchange_strong(*ticket, *ticket + 1, std::memory_order_seq_cst))
        return lock_held_by(lock, user) ? LockResult::held_by_caller : LockResult::busy;
    lock_take(lock, *ticket, user);
    lock_fence();
    return LockResult::ok;
}

LockResult lock_attempt(Lock &lock, unsigned thread) {
    if (lock_is_oversubscribed() && is_lock(lock)) return oversubscribed_attempt(lock, lock_caller(thread));
    std::uint64_t ticket;
    return lock_attempt(lock, lock_caller(thread), &ticket);
}

LockResult lock_release(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    if (lock_is_oversubscribed()) return oversubscribed_release(lock, thread);
    return lock_give(lock, thread) ? LockResult::ok : LockResult::not_held_by_caller;
}

void lock_tell_others(Lock &lock, std::uint64_t ticket) {
    if (lock.point[lock_slot(ticket)].sleepers.load(std::memory_order_seq_cst)) wake_next(lock, ticket);
    lock_freed(lock);
}

int lock_holder(const Lock &lock) {
    return static_cast<int>(lock.holder[lock_slot(current_ticket(lock))].load(std::memory_order_relaxed)) - 1;
}

} // namespace polder::sync
