// Taking lanes, sending through them, and taking requests and ends out: see lane.h. Making a thread
// the owner of all lanes, and ending that: see lane_section.h.
#include "runtime/am/lane.h"
#include "runtime/am/lane_section.h"
#include "runtime/am/node.h"

namespace polder::am {

LaneEnds lane_ends = {};
LaneSharing lane_sharing = {};

namespace {

// The lock of a lane's end, in a process of several threads. Nobody waits for it.
bool lock_try(std::atomic<std::uint32_t> &lock, AmCount *locks) {
    ++*locks;
    delay_point();
    return !lock.load(std::memory_order_relaxed) && !lock.exchange(1, std::memory_order_acquire);
}
void unlock(std::atomic<std::uint32_t> &lock) {
    delay_point();
    lock.store(0, std::memory_order_release);
}

// A lane of that inbox for this process, which it keeps.
Cell *lane_claim(Inbox &inbox) {
    std::uint32_t taken = inbox.lanes_taken.load(std::memory_order_relaxed);
    do
        if (taken >= lanes) return nullptr;
    while (!inbox.lanes_taken.compare_exchange_weak(taken, taken + 1, std::memory_order_acq_rel));
    return &inbox.lane[taken];
}

bool lane_open(LaneOut &out, unsigned process) {
    if (!out.owner) {
        out.owner = process + 1;
        out.cell = lane_claim(am_inbox(process));
        const bool alone = am_node.each == 1 && !am_node.large;
        out.only = out.cell && alone ? am_node.node_first + process + 1 : 0;
    }
    return out.cell && out.owner == process + 1;
}

// In the state `locked`: the lane has a request under way.
void busy_shared(unsigned number) {
    lane_ends.out[number].busy.store(1, std::memory_order_relaxed);
    lane_ends.busy.fetch_or(std::uint32_t{1} << number, std::memory_order_release);
}
// In a process of several threads: the end of the lane's request was copied out. Only one thread
// can have copied it. Others may change the bits of other lanes meanwhile. On a node of two
// processes there is one lane, and lane_idle would do the same.
void idle_shared(unsigned number) {
    LaneOut &out = lane_ends.out[number];
    out.ticket.store(out.ticket.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    lane_ends.busy.fetch_and(~(std::uint32_t{1} << number), std::memory_order_release);
    out.busy.store(0, std::memory_order_release);
}

// The lane is this thread's. write(cell, number) puts the message there.
template <class Write>
[[gnu::always_inline]] inline bool send_locked(unsigned number, unsigned process, bool shared, Write write) {
    LaneOut &out = lane_ends.out[number];
    if (out.busy.load(std::memory_order_acquire) || !lane_open(out, process)) return false;
    delay_point();
    if (shared)
        busy_shared(number);
    else
        lane_busy(number);
    const std::uint64_t ticket = out.ticket.load(std::memory_order_relaxed);
    write(*out.cell, 2 * ticket + 1);
    return true;
}

template <class Write> [[gnu::noinline]] bool send_shared(unsigned number, unsigned process, Write write) {
    std::atomic<std::uint32_t> &lock = lane_ends.out[number].lock;
    if (!lock_try(lock, &am_counts().locks)) return false;
    const bool sent = send_locked(number, process, true, write);
    unlock(lock);
    return sent;
}

template <class Write> [[gnu::always_inline]] inline bool send(unsigned process, Write write) {
    const unsigned number = process % lanes;
    if (lane_ends.out[number].busy.load(std::memory_order_relaxed) || !credits_unused()) return false;
    LaneSection section(am_shared());
    const bool sent = section.is_alone() ? send_locked(number, process, false, write)
                                         : lane_is_locked() && send_shared(number, process, write);
    section.leave();
    if (sent) am_published(process);
    return sent;
}

// ---- the state of the lanes ----

bool change_begin() {
    delay_point();
    return !lane_sharing.changing.load(std::memory_order_relaxed) &&
           !lane_sharing.changing.exchange(1, std::memory_order_acquire);
}
void change_end() {
    delay_point();
    lane_sharing.changing.store(0, std::memory_order_release);
}

// The caller is at the state.
bool revoke() {
    if (lane_sharing.bias.is_set()) lane_sharing.bias.revoke();
    return !lane_sharing.bias.is_inside();
}

} // namespace

[[gnu::noinline]] bool lane_section_first() {
    if (lane_is_locked()) return false;
    // A progress thread is inside a handler whenever it sends, and takes no messages of the node.
    const bool may_own = lane_sharing.state.load(std::memory_order_relaxed) == LaneState::unused && !am_depth();
    if (may_own && change_begin()) {
        if (lane_sharing.state.load(std::memory_order_relaxed) == LaneState::unused) {
            lane_sharing.bias.set();
            lane_sharing.state.store(LaneState::biased, std::memory_order_relaxed);
        }
        change_end();
    }
    return lane_sharing.bias.enter();
}

[[gnu::noinline]] bool lane_make_locked() {
    if (lane_is_locked()) return true;
    if (!change_begin()) return false;
    const bool locked = lane_sharing.state.load(std::memory_order_relaxed) == LaneState::locked || revoke();
    if (locked) lane_sharing.state.store(LaneState::locked, std::memory_order_release);
    change_end();
    return locked;
}

bool lane_send(unsigned process, const AmParcel &parcel) {
    return parcel.words() <= lane_words &&
           send(process, [&](Cell &cell, std::uint64_t number) { cell_write(cell, parcel, number); });
}

bool lane_send_brief(unsigned process, const AmBrief &brief, unsigned from, unsigned to) {
    return brief.count < lane_words &&
           send(process, [&](Cell &cell, std::uint64_t number) { cell_write_brief(cell, brief, from, to, number); });
}

bool lane_take_request(Inbox &own, unsigned lane, AmParcel *parcel, LaneReply *reply, AmCount *locks) {
    if (!lock_try(own.requests.lock, locks)) return false;
    const bool there = lane_has_request(own, lane);
    if (there) lane_copy_request(own, lane, parcel, reply);
    unlock(own.requests.lock);
    return there;
}

bool lane_take_end(AmParcel *parcel, AmCount *locks) {
    for (std::uint32_t busy = lane_ends.busy.load(std::memory_order_acquire); busy; busy &= busy - 1) {
        const unsigned number = static_cast<unsigned>(__builtin_ctz(busy));
        LaneOut &out = lane_ends.out[number];
        if (!lane_has_end(out) || !lock_try(out.lock, locks)) continue;
        const bool there = out.busy.load(std::memory_order_relaxed) && lane_has_end(out);
        if (there) {
            cell_read(*out.cell, parcel);
            idle_shared(number);
        }
        unlock(out.lock);
        if (there) return true;
    }
    return false;
}

void lane_ended(unsigned process) {
    const LaneSection section(am_shared());
    if (section.is_alone())
        lane_idle(process % lanes);
    else
        idle_shared(process % lanes);
}

} // namespace polder::am
