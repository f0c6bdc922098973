// The ticket lock with two slots; structure and ordering are in lock.h.
#include "runtime/sync/lock.h"

#include <polder/abi.h>

namespace polder {
namespace {

constexpr unsigned pauses_a_place = 32; // between looks, for each waiter in front but the first

void fence_where_needed() {
#if !defined(__x86_64__) // there, the read-modify-writes below are full fences
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

bool is_lock(const Lock &lock) {
    return lock.magic == lock_magic;
}

// Which sleepers of a slot a ticket is: so a release wakes the next one only, whoever else sleeps there.
std::uint32_t group_of(std::uint64_t ticket) {
    return std::uint32_t{1} << (ticket / 2 % 32);
}

// Of the holder's own reading both are exact; others may read one of them late.
std::uint64_t current_ticket(const Lock &lock) {
    const std::uint64_t even = lock.slot[0].serving.load(std::memory_order_relaxed);
    const std::uint64_t odd = lock.slot[1].serving.load(std::memory_order_relaxed);
    return even > odd ? even : odd;
}

// For hang reports. The lock's other line is looked at rarely, as its holder works there.
constexpr unsigned looks_between_names = 64;
unsigned holder_or_none(const Lock &lock) {
    const int holder = lock_holder(lock);
    return holder < 0 ? no_peer : static_cast<unsigned>(holder);
}

// Whom the lock's owner is compared with: where thread-local data lies is different for all system threads of a process.
const void *system_thread() {
    return &polder_delta;
}

// The owner is written before the holder: whoever sees the second sees the first.
void take(LockSlot &slot, unsigned thread) {
    slot.owner.store(system_thread(), std::memory_order_relaxed);
    slot.holder.store(thread + 1, std::memory_order_release);
}

bool held_by_caller(const Lock &lock, unsigned thread) {
    const LockSlot &slot = lock.slot[current_ticket(lock) & 1];
    return slot.holder.load(std::memory_order_acquire) == thread + 1 &&
           slot.owner.load(std::memory_order_relaxed) == system_thread();
}

[[gnu::noinline]] LockResult await_turn(Lock &lock, std::uint64_t ticket, unsigned thread) {
    if (held_by_caller(lock, thread)) return LockResult::held_by_caller;
    LockSlot &slot = lock.slot[ticket & 1];
    WaitReason why{WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock), holder_or_none(lock)};
    unsigned looks = 0;
    wait_until(
        slot.point, why,
        [&] {
            const std::uint64_t before = ticket - slot.serving.load(std::memory_order_acquire);
            if (before && ++looks % looks_between_names == 0) why.peer = holder_or_none(lock);
            if (before > 2 && !wait_setup.oversubscribed)
                for (std::uint64_t i = 0; i < pauses_a_place * (before - 2); ++i)
                    cpu_pause();
            return before == 0;
        },
        group_of(ticket));
    return LockResult::ok;
}

// Inlined twice, so that which slot is current is a branch and not part of the address: the branch alternates and is
// foreseen, an address would have to wait for the load.
[[gnu::always_inline]] inline LockResult release_slot(LockSlot &mine, LockSlot &other, std::uint64_t ticket,
                                                      unsigned thread) {
    if (mine.holder.load(std::memory_order_relaxed) != thread + 1) return LockResult::not_held_by_caller;
    fence_where_needed();
    mine.holder.store(0, std::memory_order_relaxed);
    delay_point();
    other.serving.exchange(ticket + 1, std::memory_order_seq_cst);
    wait_signal_after_rmw(other.point, group_of(ticket + 1));
    return LockResult::ok;
}

} // namespace

void lock_create(Lock &lock) {
    lock.next.store(2, std::memory_order_relaxed);
    lock.slot[0].serving.store(2, std::memory_order_relaxed);
    lock.slot[1].serving.store(1, std::memory_order_relaxed);
    for (LockSlot &slot : lock.slot) {
        slot.holder.store(0, std::memory_order_relaxed);
        slot.owner.store(nullptr, std::memory_order_relaxed);
        slot.point.event.store(0, std::memory_order_relaxed);
        slot.point.sleepers.store(0, std::memory_order_relaxed);
    }
    lock.magic = lock_magic;
    std::atomic_thread_fence(std::memory_order_release);
}

LockResult lock_destroy(Lock &lock) {
    if (!is_lock(lock)) return LockResult::not_a_lock;
    lock.magic = 0;
    return LockResult::ok;
}

LockResult lock_acquire(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    const std::uint64_t ticket = lock.next.fetch_add(1, std::memory_order_seq_cst);
    LockSlot &slot = lock.slot[ticket & 1];
    delay_point();
    if (slot.serving.load(std::memory_order_acquire) != ticket) {
        const LockResult result = await_turn(lock, ticket, thread);
        if (result != LockResult::ok) return result;
    }
    take(slot, thread);
    fence_where_needed();
    return LockResult::ok;
}

LockResult lock_attempt(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    std::uint64_t ticket = lock.next.load(std::memory_order_relaxed);
    LockSlot &slot = lock.slot[ticket & 1];
    if (slot.serving.load(std::memory_order_acquire) != ticket ||
        !lock.next.compare_exchange_strong(ticket, ticket + 1, std::memory_order_seq_cst))
        return held_by_caller(lock, thread) ? LockResult::held_by_caller : LockResult::busy;
    take(slot, thread);
    fence_where_needed();
    return LockResult::ok;
}

LockResult lock_release(Lock &lock, unsigned thread) {
    if (__builtin_expect(!is_lock(lock), 0)) return LockResult::not_a_lock;
    const std::uint64_t even = lock.slot[0].serving.load(std::memory_order_relaxed);
    const std::uint64_t odd = lock.slot[1].serving.load(std::memory_order_relaxed);
    return even > odd ? release_slot(lock.slot[0], lock.slot[1], even, thread)
                      : release_slot(lock.slot[1], lock.slot[0], odd, thread);
}

int lock_holder(const Lock &lock) {
    return static_cast<int>(lock.slot[current_ticket(lock) & 1].holder.load(std::memory_order_relaxed)) - 1;
}

} // namespace polder
