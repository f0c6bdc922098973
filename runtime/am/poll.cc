// Receiving: a poll takes messages out of the rings of this process, replies first, and runs their handlers. No lock is held
// while a handler runs, so threads of a process run handlers side by side.
#include "runtime/am/node.h"
#include "runtime/segment/segment.h"

namespace polder {
namespace {

constexpr unsigned messages_a_poll = 64; // of each kind: the caller has other things to do

AmMessage message_of(AmParcel &parcel, Inbox &slab_owner, AmReplyState *reply) {
    const AmHeader &header = parcel.header;
    AmMessage message = {parcel.from, parcel.to, header.arguments, parcel.body, nullptr, header.bytes, reply};
    const std::uint64_t *behind = parcel.body + header.arguments;
    switch (static_cast<AmKind>(header.kind)) {
    case AmKind::brief: break;
    case AmKind::in_cells: message.payload = behind; break;
    case AmKind::in_slab: message.payload = slab_memory(slab_owner, header.slab); break;
    case AmKind::landed:
        message.payload = reinterpret_cast<void *>(behind[0]);
        message.bytes = behind[1];
        break;
    }
    return message;
}

void run(const AmParcel &parcel, AmMessage &message) {
    const AmHandler handler = am_node.handler[parcel.header.handler].load(std::memory_order_acquire);
    if (!handler)
        job_fail(1, "active message: thread %u sent one for handler %u, which is not registered here", parcel.from,
                 parcel.header.handler);
    AmInside inside;
    delay_point();
    handler(message);
}

// Requests that ended without a reply: told to their process once for a run of them.
struct Returns {
    std::uint32_t process = 0, count = 0;

    void add(std::uint32_t whose) {
        if (whose != process) flush();
        process = whose;
        ++count;
    }
    void flush() {
        delay_point();
        if (count) am_inbox(process).returned.fetch_add(count, std::memory_order_release);
        count = 0;
    }
};

void run_request(AmParcel &parcel, Returns *returns) {
    AmReplyState reply = {false, false, parcel.header.reply_slab, am_process_of(parcel.from)};
    Inbox &sender = am_inbox(reply.process);
    AmMessage message = message_of(parcel, sender, &reply);
    run(parcel, message);
    if (parcel.header.slab) slab_release(sender, parcel.header.slab);
    if (reply.done) return;
    if (reply.slab) slab_release(sender, reply.slab);
    returns->add(reply.process);
}

void run_reply(AmParcel &parcel) {
    Inbox &own = am_inbox(job_process);
    AmMessage message = message_of(parcel, own, nullptr);
    run(parcel, message);
    if (parcel.header.slab) slab_release(own, parcel.header.slab);
}

unsigned poll_replies(Inbox &own) {
    AmParcel parcel;
    unsigned count = 0;
    while (count < messages_a_poll && ring_next(own.replies, am_shared(), &parcel, &am_counts().locks)) {
        credit_release(); // before the handler: it may send the next request
        run_reply(parcel);
        ++count;
    }
    return count;
}

unsigned poll_requests(Inbox &own) {
    AmParcel parcel;
    Returns returns;
    unsigned count = 0;
    while (count < messages_a_poll && ring_next(own.requests, am_shared(), &parcel, &am_counts().locks)) {
        run_request(parcel, &returns);
        ++count;
    }
    returns.flush();
    return count;
}

[[gnu::noinline]] unsigned take_all(Inbox &own) {
    const unsigned count = poll_replies(own) + poll_requests(own);
    am_counts().handled += count;
    return count;
}

bool pending() {
    if (local(am_depth).load(std::memory_order_relaxed)) return false;
    Inbox &own = am_inbox(job_process);
    return ring_ready(own.replies) || ring_ready(own.requests);
}

// The place a word lies at, for processes that have the control block elsewhere; 0: nowhere all can reach.
std::uint64_t place_of(const FutexWord &word) {
    const auto at = reinterpret_cast<std::uintptr_t>(&word), block = reinterpret_cast<std::uintptr_t>(&control());
    if (at - block < control().size) return (at - block) << 1 | 1;
    return in_node_range(at) ? at : 0;
}
FutexWord &word_at(std::uint64_t place) {
    const std::uintptr_t block = reinterpret_cast<std::uintptr_t>(&control());
    return *reinterpret_cast<FutexWord *>(place & 1 ? block + (place >> 1) : place);
}

// False if another system thread of this UPC thread sleeps already, or where nobody could wake it: then do not sleep.
bool park(const WaitPoint &point) {
    const std::uint64_t place = place_of(point.event);
    std::uint64_t nowhere = 0;
    if (!place || !am_node.slots[mythread()].place.compare_exchange_strong(nowhere, place)) return false; // P1
    am_inbox(job_process).parked.fetch_add(1, std::memory_order_seq_cst);                                 // P2
    delay_point();
    return true;
}

// The wait point may be freed after this, so whoever is about to write to it is waited for.
void unpark() {
    ParkSlot &slot = am_node.slots[mythread()];
    am_inbox(job_process).parked.fetch_sub(1, std::memory_order_relaxed);
    slot.place.store(0, std::memory_order_seq_cst);
    for (unsigned turn = 0; slot.wakers.load(std::memory_order_seq_cst); ++turn)
        wait_turn(turn);
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

const WaitPolling am_waits = {am_poll, pending, park, unpark};

unsigned am_poll() {
    return am_node.inboxes && pending() ? take_all(am_inbox(job_process)) : 0;
}

// All threads that sleep there: the one woken alone might find its own wait over and not come back.
void am_wake(unsigned process) {
    ++am_counts().wakes;
    const JobShape &shape = control().shape;
    const unsigned first = shape.first_thread(process), count = shape.thread_count(process);
    for (unsigned t = first; t < first + count; ++t)
        if (am_node.slots[t].place.load(std::memory_order_acquire)) wake(am_node.slots[t]);
}

} // namespace polder
