// Locks of threads that share cores: see lock_oversubscribed.h for the protocol and its proofs.
#include "runtime/sync/lock_oversubscribed.h"
#include "runtime/sync/lock_barge.h"

namespace polder::sync {
namespace {

constexpr unsigned patience = 4; // looks at a held lock by the owner of the turn

bool hold(LockSlot &slot, LockUser user) { // T2
    std::uint32_t nobody = 0;
    delay_point();
    return slot.holder.compare_exchange_strong(nobody, user.thread + 1, std::memory_order_seq_cst);
}

// From R2 on another thread may hold the slot. Its `owner` is the next holder's to write.
void let_go(Lock &lock, LockSlot &slot) { // R2
    delay_point();
    slot.holder.exchange(0, std::memory_order_seq_cst);
    delay_point();
    if (slot.impatient.load(std::memory_order_seq_cst)) wait_signal_after_rmw(slot.point);
    lock_freed(lock);
}

void set_held(LockSlot &slot, LockUser user, bool overtaking) {
    slot.owner.store(user.owner, std::memory_order_relaxed);
    slot.overtaking.store(overtaking, std::memory_order_relaxed);
    lock_fence();
}

// waited_for: somebody has drawn the ticket.
bool may_overtake(const LockSlot &slot, bool waited_for) {
    return !waited_for || (slot.overtaken.load(std::memory_order_relaxed) < overtakings_a_turn &&
                           !slot.impatient.load(std::memory_order_relaxed));
}

bool is_waited_for(const Lock &lock, std::uint64_t current) {
    return lock.next.load(std::memory_order_relaxed) != current;
}

bool overtake(Lock &lock, LockUser user) {
    const std::uint64_t current = current_ticket(lock); // T1
    LockSlot &slot = lock.slot[current & 1];
    const bool waited_for = is_waited_for(lock, current);
    if (slot.holder.load(std::memory_order_relaxed) || !may_overtake(slot, waited_for) || !hold(slot, user))
        return false;
    delay_point();
    if (current_ticket(lock) != current) { // T3
        let_go(lock, slot);
        return false;
    }
    slot.overtaken.store(waited_for ? slot.overtaken.load(std::memory_order_relaxed) + 1 : 0,
                         std::memory_order_relaxed);
    set_held(slot, user, true);
    return true;
}

void take_turn(LockSlot &slot, std::uint64_t ticket, LockUser user, const WaitReason &why) {
    for (unsigned look = 0; !hold(slot, user);)
        if (++look < patience) {
            wait_turn(wait_setup.spins);
        } else {
            slot.impatient.store(1, std::memory_order_seq_cst); // W0
            wait_until(
                slot.point, why, [&] { return slot.holder.load(std::memory_order_acquire) == 0; }, lock_group(ticket));
        }
    slot.impatient.store(0, std::memory_order_relaxed);
    slot.overtaken.store(0, std::memory_order_relaxed);
    set_held(slot, user, false);
}

} // namespace

bool oversubscribed_is_free(const Lock &lock) {
    const std::uint64_t current = current_ticket(lock);
    const LockSlot &slot = lock.slot[current & 1];
    return !slot.holder.load(std::memory_order_seq_cst) && may_overtake(slot, is_waited_for(lock, current));
}

LockResult oversubscribed_acquire(Lock &lock, unsigned thread) {
    const LockUser user = lock_caller(thread);
    if (overtake(lock, user)) return LockResult::ok;
    const std::uint64_t ticket = lock.next.fetch_add(1, std::memory_order_seq_cst);
    LockSlot &slot = lock.slot[ticket & 1];
    delay_point();
    if (lock_held_by(lock, user)) return LockResult::held_by_caller;
    if (slot.serving.load(std::memory_order_acquire) != ticket) {
        const LockResult result = lock_await_turn(lock, ticket, thread);
        if (result != LockResult::ok) return result;
    }
    const int holder = lock_holder(lock);
    take_turn(
        slot, ticket, user,
        {WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock), holder < 0 ? no_peer : static_cast<unsigned>(holder)});
    return LockResult::ok;
}

LockResult oversubscribed_attempt(Lock &lock, LockUser user) {
    if (overtake(lock, user)) return LockResult::ok;
    return lock_held_by(lock, user) ? LockResult::held_by_caller : LockResult::busy;
}

LockResult oversubscribed_release(Lock &lock, unsigned thread) {
    const std::uint64_t current = current_ticket(lock);
    LockSlot &slot = lock.slot[current & 1];
    LockSlot &other = lock.slot[(current + 1) & 1];
    if (slot.holder.load(std::memory_order_relaxed) != thread + 1) return LockResult::not_held_by_caller;
    lock_fence();
    const bool overtaking = slot.overtaking.load(std::memory_order_relaxed);
    slot.owner.store(nullptr, std::memory_order_relaxed);
    if (!overtaking) {
        delay_point();
        other.serving.exchange(current + 1, std::memory_order_seq_cst); // R1
    }
    let_go(lock, slot);
    if (!overtaking && other.point.sleepers.load(std::memory_order_seq_cst))
        wait_wake(other.point, lock_group(current + 1));
    return LockResult::ok;
}

} // namespace polder::sync
