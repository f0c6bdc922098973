// The home's side of a lock that threads of other nodes queue for; see lock_queue.h.
#include "runtime/sync/lock_queue.h"
#include "runtime/sync/lock_barge.h"
#include "runtime/sync/lock_layout.h"

namespace polder::sync {

void (*lock_tell)(Lock &, unsigned, const LockPlace &) = nullptr;

namespace {

LockPlace &place_of(unsigned waiter) {
    return area<LockPlace>(Area::lock)[waiter];
}

// Sections are short and wait for nobody.
class Guard {
public:
    explicit Guard(Lock &lock) : word_(lock.far_guard) {
        for (unsigned turn = 0; word_.exchange(1, std::memory_order_acquire); ++turn)
            wait_turn(turn);
    }
    ~Guard() { word_.store(0, std::memory_order_release); }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

private:
    std::atomic<std::uint32_t> &word_;
};

void append(Lock &lock, unsigned waiter) {
    if (lock.far_last)
        place_of(lock.far_last - 1).next = waiter + 1;
    else
        lock.far_first.store(waiter + 1, std::memory_order_relaxed);
    lock.far_last = waiter + 1;
}

void drop_first(Lock &lock) {
    const LockPlace &place = place_of(lock.far_first.load(std::memory_order_relaxed) - 1);
    lock.point[lock_slot(place.ticket)].sleepers.fetch_sub(1, std::memory_order_seq_cst);
    lock.far_first.store(place.next, std::memory_order_relaxed);
    if (!place.next) lock.far_last = 0;
}

// Those of the list whose tickets go up to this one; they had the lock meanwhile, or have it.
void drop_up_to(Lock &lock, std::uint64_t ticket) {
    while (const std::uint32_t first = lock.far_first.load(std::memory_order_relaxed)) {
        if (place_of(first - 1).ticket > ticket) return;
        drop_first(lock);
    }
}

// Whether the tickets behind the current one, up to this, are those of the list, and the last one
// is this waiter's.
bool may_have(Lock &lock, unsigned waiter, std::uint64_t ticket) {
    std::uint64_t expected = current_ticket(lock);
    std::uint32_t number = lock.far_first.load(std::memory_order_relaxed);
    for (; number; number = place_of(number - 1).next) {
        if (place_of(number - 1).ticket != ++expected) return false;
        if (expected == ticket) return number == waiter + 1;
    }
    return false;
}

void move_to(Lock &lock, std::uint64_t ticket, LockUser user) {
    lock.holder[lock_slot(current_ticket(lock))].store(0, std::memory_order_relaxed);
    lock.serving[lock_slot(ticket)].store(ticket, std::memory_order_seq_cst);
    lock_take(lock, ticket, user);
}

unsigned thread_or_none(const Lock &lock) {
    const int holder = lock_holder(lock);
    return holder < 0 ? no_peer : static_cast<unsigned>(holder);
}

} // namespace

LockReceipt lock_enqueue(Lock &lock, unsigned waiter, const void *owner, std::uint32_t serial) {
    if (!is_lock(lock)) return {LockResult::not_a_lock, 0, no_peer, no_peer};
    const Guard guard(lock);
    const std::uint64_t ticket = lock.next.fetch_add(1, std::memory_order_seq_cst); // Q1
    std::atomic<std::uint32_t> &sleepers = lock.point[lock_slot(ticket)].sleepers;
    delay_point();
    sleepers.fetch_add(1, std::memory_order_seq_cst); // Q2
    delay_point();
    if (lock.serving[lock_slot(ticket)].load(std::memory_order_seq_cst) == ticket) { // Q3
        sleepers.fetch_sub(1, std::memory_order_seq_cst);
        lock_take(lock, ticket, {waiter / lock_waiter_slots, owner});
        return {LockResult::ok, ticket, waiter / lock_waiter_slots, no_peer};
    }
    delay_point();
    const std::uint32_t last = lock.far_last;
    unsigned before = no_peer;
    if (last && place_of(last - 1).ticket + 1 == ticket)
        before = last - 1;
    else if (current_ticket(lock) + 1 == ticket && lock_holder(lock) >= 0)
        before = static_cast<unsigned>(lock_holder(lock)) * lock_waiter_slots;
    place_of(waiter) = {ticket, owner, 0, serial, 0};
    append(lock, waiter);
    return {LockResult::busy, ticket, thread_or_none(lock), before};
}

void lock_serve_far(Lock &lock) {
    unsigned waiter;
    LockPlace place;
    {
        const Guard guard(lock);
        const std::uint32_t first = lock.far_first.load(std::memory_order_relaxed);
        if (!first) return;
        waiter = first - 1;
        place = place_of(waiter);
        if (lock.serving[lock_slot(place.ticket)].load(std::memory_order_seq_cst) != place.ticket) return;
        drop_first(lock);
        lock_take(lock, place.ticket, {waiter / lock_waiter_slots, place.owner});
    }
    lock_tell(lock, waiter, place);
}

namespace {

// False: old news.
bool follow(Lock &lock, unsigned waiter, std::uint64_t ticket) {
    const Guard guard(lock);
    if (ticket <= current_ticket(lock) || !may_have(lock, waiter, ticket)) return false;
    const LockUser user{waiter / lock_waiter_slots, place_of(waiter).owner};
    drop_up_to(lock, ticket);
    move_to(lock, ticket, user);
    return true;
}

} // namespace

void lock_passed(Lock &lock, unsigned waiter, std::uint64_t ticket) {
    if (is_lock(lock) && follow(lock, waiter, ticket))
        lock_freed(lock); // not free, but a turn of others (lock_barge.h)
}

} // namespace polder::sync
