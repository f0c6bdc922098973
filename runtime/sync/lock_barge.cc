// Barging: the rules and their proof are in lock_barge.h.
#include "runtime/sync/lock_barge.h"

#include "runtime/sync/lock_oversubscribed.h"

#include <polder/abi.h>

namespace polder::sync {
namespace {

bool is_free(const Lock &lock) {
    if (lock_is_oversubscribed()) return oversubscribed_is_free(lock);
    const std::uint64_t next = lock.next.load(std::memory_order_seq_cst);
    return lock.serving[lock_slot(next)].load(std::memory_order_seq_cst) == next;
}

LockResult attempt(Lock &lock, LockUser user) {
    std::uint64_t ticket;
    return lock_is_oversubscribed() ? oversubscribed_attempt(lock, user) : lock_attempt(lock, user, &ticket);
}

// What a barger waits for: it is told of a release, or finds the lock free.
struct Release {
    Lock &lock;
    std::uint32_t seen;

    bool told() const { return lock.barge_point.event.load(std::memory_order_acquire) != seen; }
    bool happened() const {
        if (told()) return true;
        if (!lock.barging.load(std::memory_order_seq_cst)) lock.barging.exchange(1, std::memory_order_seq_cst); // B1
        delay_point();
        return is_free(lock); // W4
    }
};

void await_release(Lock &lock) {
    Release release{lock, lock.barge_point.event.load(std::memory_order_relaxed)};
    const int holder = lock_holder(lock);
    const WaitReason why{WaitKind::lock, reinterpret_cast<std::uint64_t>(&lock) + polder_job.node_shift,
                         holder < 0 ? no_peer : static_cast<unsigned>(holder)};
    wait_slowly(
        lock.barge_point, why, wait_all_groups,
        [](void *context) { return static_cast<const Release *>(context)->happened(); }, &release);
}

// Seldom, as each look takes the lines of the lock from the holder, and an attempt that it leads
// to more so. Between two looks a holder that comes back at once locks some hundred times. All
// looks together take about as long as to sleep and be woken.
constexpr unsigned looks = 2;
constexpr unsigned pauses_a_look = 256;

bool look(const Lock &lock) {
    for (unsigned i = 0; i < looks; ++i) {
        if (is_free(lock)) return true;
        for (unsigned pause = 0; pause < pauses_a_look; ++pause)
            cpu_pause();
    }
    return is_free(lock);
}

// By one that was perhaps told, about to have the lock: its release wakes another.
void wake_next_later(Lock &lock) {
    delay_point();
    if (lock.barge_point.sleepers.load(std::memory_order_seq_cst))
        lock.barging.store(1, std::memory_order_seq_cst); // B2
    delay_point();
}

} // namespace

LockResult lock_barge(Lock &lock, unsigned thread) {
    const LockUser user = lock_caller(thread);
    LockResult result = attempt(lock, user);
    unsigned sleeps = 0;
    for (; result == LockResult::busy; result = attempt(lock, user)) {
        if (look(lock)) continue;
        if (sleeps++ == barge_patience) break;
        await_release(lock);
    }
    if (sleeps) wake_next_later(lock);
    return result;
}

void lock_wake_barger(Lock &lock) {
    delay_point();
    if (!lock.barging.exchange(0, std::memory_order_seq_cst)) return; // R3
    delay_point();
    wait_wake_one(lock.barge_point); // R4, R5
}

} // namespace polder::sync
