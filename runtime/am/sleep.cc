// Threads that sleep in the runtime's waits, and how a sender wakes them. Proof that no message
// sleeps: inbox.h.
#include "runtime/am/node.h"
#include "runtime/segment/segment.h"

namespace polder::am {
namespace {

// The place a word lies at, for processes that have the control block elsewhere; 0: nowhere all can
// reach.
std::uint64_t place_of(const FutexWord &word) {
    const auto at = reinterpret_cast<std::uintptr_t>(&word);
    const auto block = reinterpret_cast<std::uintptr_t>(&control());
    if (at - block < control().size) return (at - block) << 1 | 1;
    return in_node_range(at) ? at : 0;
}
FutexWord &word_at(std::uint64_t place) {
    const std::uintptr_t block = reinterpret_cast<std::uintptr_t>(&control());
    return *reinterpret_cast<FutexWord *>(place & 1 ? block + (place >> 1) : place);
}

ParkSlot &own_slot() {
    return am_node.slots[node_rank(mythread())];
}

void wake(ParkSlot &slot) {
    slot.wakers.fetch_add(1, std::memory_order_seq_cst);
    delay_point();
    if (const std::uint64_t place = slot.place.load(std::memory_order_seq_cst)) {
        FutexWord &event = word_at(place);
        event.fetch_add(1, std::memory_order_seq_cst);
        delay_point();
        futex_wake_all(&event);
    }
    slot.wakers.fetch_sub(1, std::memory_order_release);
}

} // namespace

// False: the caller must not sleep. Another system thread of this UPC thread sleeps already, or
// nobody could wake the caller.
bool am_park(const sync::WaitPoint &point) {
    const std::uint64_t place = place_of(point.event);
    std::uint64_t nowhere = 0;
    if (!place || !own_slot().place.compare_exchange_strong(nowhere, place)) return false; // P1
    am_inbox(job_process).parked.fetch_add(1, std::memory_order_seq_cst);                  // P2
    delay_point();
    return true;
}

// The wait point may be freed after this, so whoever is about to write to it is waited for.
void am_unpark() {
    ParkSlot &slot = own_slot();
    am_inbox(job_process).parked.fetch_sub(1, std::memory_order_relaxed);
    slot.place.store(0, std::memory_order_seq_cst);
    for (unsigned turn = 0; slot.wakers.load(std::memory_order_seq_cst); ++turn)
        sync::wait_turn(turn);
}

// All threads that sleep there: the one woken alone might find its own wait over and not come back.
void am_wake(unsigned process) {
    ++am_counts().wakes;
    const JobShape &shape = control().shape;
    const unsigned first = node_rank(shape.first_thread(process));
    const unsigned count = shape.thread_count(process);
    for (unsigned t = first; t < first + count; ++t)
        if (am_node.slots[t].place.load(std::memory_order_acquire)) wake(am_node.slots[t]);
}

} // namespace polder::am
