// Locks of threads that share cores: see lock_oversubscribed.h for the protocol and its proofs.
#include "runtime/sync/lock_oversubscribed.h"
#include "runtime/sync/lock_barge.h"

namespace polder::sync {
namespace {

constexpr unsigned patience = 4; // looks at a held lock by the owner of the turn

bool hold(Lock &lock, unsigned slot, LockUser user) { // T2
    std::uint32_t nobody = 0;
    delay_point();
    return lock.holder[slot].compare_exchange_strong(nobody, user.thread + 1, std::memory_order_seq_cst);
}

// From R2 on another thread may hold the lock. `owner` is the next holder's to write.
void let_go(Lock &lock, unsigned slot) { // R2
    delay_point();
    lock.holder[slot].exchange(0, std::memory_order_seq_cst);
    delay_point();
    if (lock.impatient[slot].load(std::memory_order_seq_cst)) wait_signal_after_rmw(lock.point[slot]);
    lock_freed(lock);
}

void set_held(Lock &lock, unsigned slot, LockUser user, bool overtaking) {
    lock.owner.store(user.owner, std::memory_order_relaxed);
    lock.overtaking[slot].store(overtaking, std::memory_order_relaxed);
    lock_fence();
}

// waited_for: somebody has drawn the ticket.
bool may_overtake(const Lock &lock, unsigned slot, bool waited_for) {
    return !waited_for || (lock.overtaken[slot].load(std::memory_order_relaxed) < overtakings_a_turn &&
                           !lock.impatient[slot].load(std::memory_order_relaxed));
}

bool is_waited_for(const Lock &lock, std::uint64_t current) {
    return lock.next.load(std::memory_order_relaxed) != current;
}

bool overtake(Lock &lock, LockUser user) {
    const std::uint64_t current = current_ticket(lock); // T1
    const unsigned slot = lock_slot(current);
    const bool waited_for = is_waited_for(lock, current);
    if (lock.holder[slot].load(std::memory_order_relaxed) || !may_overtake(lock, slot, waited_for) ||
        !hold(lock, slot, user))
        return false;
    delay_point();
    if (current_ticket(lock, std::memory_order_acquire) != current) { // T3
        let_go(lock, slot);
        return false;
    }
    lock.overtaken[slot].store(waited_for ? lock.overtaken[slot].load(std::memory_order_relaxed) + 1 : 0,
                               std::memory_order_relaxed);
    set_held(lock, slot, user, true);
    return true;
}

void take_turn(Lock &lock, std::uint64_t ticket, LockUser user, const WaitReason &why) {
    const unsigned slot = lock_slot(ticket);
    for (unsigned look = 0; !hold(lock, slot, user);)
        if (++look < patience) {
            wait_turn(wait_setup.spins);
        } else {
            lock.impatient[slot].store(1, std::memory_order_seq_cst); // W0
            wait_until(
                lock.point[slot], why, [&] { return lock.holder[slot].load(std::memory_order_acquire) == 0; },
                lock_group(ticket));
        }
    lock.impatient[slot].store(0, std::memory_order_relaxed);
    lock.overtaken[slot].store(0, std::memory_order_relaxed);
    set_held(lock, slot, user, false);
}

} // namespace

bool oversubscribed_is_free(const Lock &lock) {
    const std::uint64_t current = current_ticket(lock);
    const unsigned slot = lock_slot(current);
    return !lock.holder[slot].load(std::memory_order_seq_cst) && may_overtake(lock, slot, is_waited_for(lock, current));
}

LockResult oversubscribed_acquire(Lock &lock, unsigned thread) {
    const LockUser user = lock_caller(thread);
    if (overtake(lock, user)) return LockResult::ok;
    const std::uint64_t ticket = lock.next.fetch_add(1, std::memory_order_seq_cst);
    delay_point();
    if (lock_held_by(lock, user)) return LockResult::held_by_caller;
    if (lock.serving[lock_slot(ticket)].load(std::memory_order_acquire) != ticket) {
        const LockResult result = lock_await_turn(lock, ticket, thread);
        if (result != LockResult::ok) return result;
    }
    const int holder = lock_holder(lock);
    take_turn(
        lock, ticket, user,
        {WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock), holder < 0 ? no_peer : static_cast<unsigned>(holder)});
    return LockResult::ok;
}

LockResult oversubscribed_attempt(Lock &lock, LockUser user) {
    if (overtake(lock, user)) return LockResult::ok;
    return lock_held_by(lock, user) ? LockResult::held_by_caller : LockResult::busy;
}

LockResult oversubscribed_release(Lock &lock, unsigned thread) {
    const std::uint64_t current = current_ticket(lock);
    const unsigned slot = lock_slot(current);
    if (lock.holder[slot].load(std::memory_order_relaxed) != thread + 1) return LockResult::not_held_by_caller;
    lock_fence();
    const bool overtaking = lock.overtaking[slot].load(std::memory_order_relaxed);
    lock.owner.store(nullptr, std::memory_order_relaxed);
    if (!overtaking) {
        delay_point();
        lock.serving[lock_slot(current + 1)].exchange(current + 1, std::memory_order_seq_cst); // R1
    }
    let_go(lock, slot);
    WaitPoint &next = lock.point[lock_slot(current + 1)];
    if (!overtaking && next.sleepers.load(std::memory_order_seq_cst)) wait_wake(next, lock_group(current + 1));
    return LockResult::ok;
}

} // namespace polder::sync
