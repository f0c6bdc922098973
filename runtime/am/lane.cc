// Taking lanes, sending through them, and taking requests and ends out: see lane.h.
#include "runtime/am/lane.h"
#include "runtime/am/node.h"

namespace polder {

LaneEnds lane_ends = {};

namespace {

// One of several threads of the process; nobody waits for it.
bool lock_try(std::atomic<std::uint32_t> &lock, bool shared, AmCount *locks) {
    if (!shared) return true;
    ++*locks;
    delay_point();
    return !lock.load(std::memory_order_relaxed) && !lock.exchange(1, std::memory_order_acquire);
}
void unlock(std::atomic<std::uint32_t> &lock, bool shared) {
    delay_point();
    if (shared) lock.store(0, std::memory_order_release);
}

// A lane of that inbox for this process, which it keeps.
Lane *lane_claim(Inbox &inbox) {
    std::uint32_t taken = inbox.lanes_taken.load(std::memory_order_relaxed);
    do
        if (taken >= lanes) return nullptr;
    while (!inbox.lanes_taken.compare_exchange_weak(taken, taken + 1, std::memory_order_acq_rel));
    return &inbox.lane[taken];
}

bool lane_open(LaneOut &out, unsigned process) {
    if (!out.owner) {
        out.owner = process + 1;
        out.lane = lane_claim(am_inbox(process));
    }
    return out.lane && out.owner == process + 1;
}

void busy_set(std::uint32_t bit, bool on, bool shared) {
    std::atomic<std::uint32_t> &busy = lane_ends.busy;
    if (!shared)
        busy.store(on ? busy.load(std::memory_order_relaxed) | bit : busy.load(std::memory_order_relaxed) & ~bit,
                   std::memory_order_relaxed);
    else if (on)
        busy.fetch_or(bit, std::memory_order_release);
    else
        busy.fetch_and(~bit, std::memory_order_release);
}

// The end of its request was copied out, which only one thread can have done.
void request_ended(unsigned number, bool shared) {
    LaneOut &out = lane_ends.out[number];
    out.ticket.store(out.ticket.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    busy_set(std::uint32_t{1} << number, false, shared);
    out.busy.store(0, std::memory_order_release);
}

// The lane is this thread's. write(cell, number) puts the message there.
template <class Write>
[[gnu::always_inline]] inline bool send_locked(unsigned number, unsigned process, bool shared, Write write) {
    LaneOut &out = lane_ends.out[number];
    if (out.busy.load(std::memory_order_acquire) || !lane_open(out, process)) return false;
    out.busy.store(1, std::memory_order_relaxed);
    busy_set(std::uint32_t{1} << number, true, shared);
    const std::uint64_t ticket = out.ticket.load(std::memory_order_relaxed);
    write(lane_cell(*out.lane, ticket), 2 * ticket + 1);
    return true;
}

template <class Write> [[gnu::noinline]] bool send_shared(unsigned number, unsigned process, Write write) {
    std::atomic<std::uint32_t> &lock = lane_ends.out[number].lock;
    if (!lock_try(lock, true, &am_counts().locks)) return false;
    const bool sent = send_locked(number, process, true, write);
    unlock(lock, true);
    return sent;
}

template <class Write> [[gnu::always_inline]] inline bool send(unsigned process, Write write) {
    const unsigned number = process % lanes;
    if (lane_ends.out[number].busy.load(std::memory_order_relaxed) || !credits_unused()) return false;
    const bool sent = am_shared() ? send_shared(number, process, write) : send_locked(number, process, false, write);
    if (sent) am_published(process);
    return sent;
}

} // namespace

bool lane_send(unsigned process, const AmParcel &parcel) {
    return parcel.words() <= lane_words &&
           send(process, [&](Cell &cell, std::uint64_t number) { cell_write(cell, parcel, number); });
}

bool lane_send_short(unsigned process, const AmContent &content, unsigned from, unsigned to) {
    return content.argument_count <= lane_words &&
           send(process, [&](Cell &cell, std::uint64_t number) { cell_write_short(cell, content, from, to, number); });
}

bool lane_take_request(Inbox &own, unsigned lane, bool shared, AmParcel *parcel, LaneReply *reply, AmCount *locks) {
    if (!lock_try(own.requests.lock, shared, locks)) return false;
    const bool there = !shared || lane_has_request(own, lane); // the caller has looked
    if (there) {
        const std::uint64_t next = lane_ends.next[lane].load(std::memory_order_relaxed);
        Cell &cell = lane_cell(own.lane[lane], next);
        cell_read(cell, parcel);
        *reply = {&cell, 2 * next + 2};
        lane_ends.next[lane].store(next + 1, std::memory_order_relaxed);
    }
    unlock(own.requests.lock, shared);
    return there;
}

bool lane_take_end(bool shared, AmParcel *parcel, AmCount *locks) {
    for (std::uint32_t busy = lane_ends.busy.load(std::memory_order_acquire); busy; busy &= busy - 1) {
        const unsigned number = static_cast<unsigned>(__builtin_ctz(busy));
        LaneOut &out = lane_ends.out[number];
        if (!lane_has_end(out) || !lock_try(out.lock, shared, locks)) continue;
        const bool there = !shared || (out.busy.load(std::memory_order_relaxed) && lane_has_end(out));
        if (there) {
            cell_read(lane_cell(*out.lane, out.ticket.load(std::memory_order_relaxed)), parcel);
            request_ended(number, shared);
        }
        unlock(out.lock, shared);
        if (there) return true;
    }
    return false;
}

void lane_ended(unsigned process, bool shared) {
    request_ended(process % lanes, shared);
}

} // namespace polder
