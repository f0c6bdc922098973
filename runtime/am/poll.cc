// Receiving: a poll takes messages out of the rings of this process, replies first, and runs their
// handlers. No lock is held while a handler runs, so threads of a process run handlers side by
// side.
//
// Where there are other nodes a poll also looks at the network, now and then (runtime/net/look.h).
#include "runtime/am/brief.h"
#include "runtime/am/far_node.h"
#include "runtime/net/look.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/adaptive_spin.h"

namespace polder::am {
namespace {

constexpr unsigned messages_a_poll = 64; // of each kind: the caller has other things to do

AmMessage message_of(AmParcel &parcel, Inbox &slab_owner, AmReplyState *reply) {
    const AmHeader &header = parcel.header;
    AmMessage message = {parcel.from, parcel.to, header.arguments, parcel.body, nullptr, header.bytes, reply};
    const std::uint64_t *behind = parcel.body + header.arguments;
    switch (static_cast<AmKind>(header.kind)) {
    case AmKind::brief:
    case AmKind::nothing: break;
    case AmKind::in_cells: message.payload = behind; break;
    case AmKind::in_slab: message.payload = slab_memory(slab_owner, header.slab); break;
    case AmKind::landed:
        message.payload = reinterpret_cast<void *>(behind[0]);
        message.bytes = behind[1];
        break;
    }
    return message;
}

[[noreturn, gnu::cold]] void fail_unregistered(unsigned handler, unsigned from) {
    job_fail(1, "active message: thread %u sent one for handler %u, which is not registered here", from, handler);
}

[[gnu::always_inline]] inline void run(unsigned number, AmMessage &message) {
    const AmHandler handler = am_node.handler[number].load(std::memory_order_acquire);
    if (__builtin_expect(!handler, 0)) fail_unregistered(number, message.from);
    am_call(handler, message, true);
}

// Handed on by the leader, whose slab it lies in, if in any.
[[gnu::noinline]] void run_far(AmParcel &parcel) {
    Inbox &leader = am_inbox(0);
    const FarParcelFlags note = FarParcelFlags::of(parcel.header.reply_slab);
    const bool is_long = parcel.header.kind == static_cast<unsigned>(AmKind::landed);
    AmReplyState state = {};
    state.far = true;
    state.room = note.room;
    state.flags = note.flags();
    state.cost = wire_cost(is_long ? 0 : parcel.header.bytes, note.room);
    AmMessage message = message_of(parcel, leader, note.reply ? nullptr : &state);
    net::net_look_expect();
    run(parcel.header.handler, message);
    ++am_counts().far_handled;
    if (parcel.header.slab) slab_release(leader, parcel.header.slab);
    if (!note.reply && !state.done) credit_return_add(parcel.from, state.cost, state.flags);
}

// Requests that ended without a reply: told to their process once for a run of them.
struct Returns {
    std::uint32_t process = 0;
    std::uint32_t count = 0;

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
    if (!am_on_node(parcel.from)) return run_far(parcel);
    AmReplyState reply;
    reply.inside = reply.done = reply.far = false;
    reply.lane.cell = nullptr;
    reply.slab = parcel.header.reply_slab;
    const unsigned process = am_process_of(parcel.from);
    Inbox &sender = am_inbox(process);
    AmMessage message = message_of(parcel, sender, &reply);
    run(parcel.header.handler, message);
    if (parcel.header.slab) slab_release(sender, parcel.header.slab);
    if (reply.done) return;
    if (reply.slab) slab_release(sender, reply.slab);
    returns->add(process);
}

AmReplyState lane_reply_state(const LaneReply &lane) {
    AmReplyState reply;
    reply.inside = reply.done = reply.far = false;
    reply.slab = 0;
    reply.lane = lane;
    return reply;
}

// Behind the handler of a request that came by a lane.
void lane_request_done(const AmReplyState &reply, unsigned from) {
    if (reply.done) return;
    lane_end(reply.lane);
    am_published(am_process_of(from));
}

void run_lane_request(AmParcel &parcel, const LaneReply &lane) {
    AmReplyState reply = lane_reply_state(lane);
    const void *payload = parcel.header.bytes ? parcel.body + parcel.header.arguments : nullptr;
    AmMessage message = {parcel.from,         parcel.to, parcel.header.arguments, parcel.body, payload,
                         parcel.header.bytes, &reply};
    run(parcel.header.handler, message);
    lane_request_done(reply, parcel.from);
}

// The first request of the lane, which is a brief one, by a thread alone in the section.
[[gnu::always_inline]] inline void run_brief_request(Inbox &own, unsigned lane, LaneSection &section) {
    const std::uint64_t head = lane_head(own, lane);
    const std::uint64_t next = lane_ends.next[lane].load(std::memory_order_relaxed);
    Cell &cell = own.lane[lane];
    AmReplyState reply = lane_reply_state({&cell, 2 * next + 2});
    BriefIn brief(cell, head, &reply);
    lane_ends.next[lane].store(next + 1, std::memory_order_relaxed);
    section.leave();
    run(AmHeader::handler_of(head), brief.message);
    lane_request_done(reply, brief.message.from);
}

[[gnu::noinline]] bool take_any_request(Inbox &own, unsigned lane, LaneSection &section) {
    AmParcel parcel;
    LaneReply reply;
    if (section.is_alone())
        lane_copy_request(own, lane, &parcel, &reply);
    else if (!lane_make_locked() || !lane_take_request(own, lane, &parcel, &reply, &am_counts().locks))
        return false;
    section.leave();
    run_lane_request(parcel, reply);
    return true;
}

// What lane_has_request has seen. False: another thread of the process was faster.
[[gnu::always_inline]] inline bool take_lane_request(Inbox &own, unsigned lane) {
    LaneSection section(am_shared());
    if (!section.is_alone() || !AmHeader::is_brief(lane_head(own, lane))) return take_any_request(own, lane, section);
    run_brief_request(own, lane, section);
    return true;
}

unsigned poll_lanes(Inbox &own) {
    unsigned count = 0;
    for (unsigned lane; count < messages_a_poll && (lane = lane_with_request(own)) < lanes; ++count)
        if (!take_lane_request(own, lane)) break;
    return count;
}

void run_reply(AmParcel &parcel) {
    Inbox &own = *am_node.own;
    AmMessage message = message_of(parcel, own, nullptr);
    run(parcel.header.handler, message);
    if (parcel.header.slab) slab_release(own, parcel.header.slab);
}

// The end of a request, which may be a reply: how many messages that was.
unsigned run_lane_end(AmParcel &parcel) {
    if (static_cast<AmKind>(parcel.header.kind) == AmKind::nothing) return 0;
    run_reply(parcel);
    return 1;
}

// False: another thread of the process was faster.
[[gnu::noinline]] bool take_any_end(unsigned number, unsigned *count, LaneSection &section) {
    AmParcel parcel;
    if (section.is_alone())
        lane_copy_end(number, &parcel);
    else if (!lane_make_locked() || !lane_take_end(&parcel, &am_counts().locks))
        return false;
    section.leave();
    *count += run_lane_end(parcel);
    return true;
}

// What lane_with_end has seen.
[[gnu::always_inline]] inline bool take_lane_end(unsigned number, unsigned *count) {
    LaneSection section(am_shared());
    if (!section.is_alone() || !AmHeader::is_brief(lane_end_cell(number).word[0]))
        return take_any_end(number, count, section);
    const std::uint64_t head = lane_end_cell(number).word[0];
    BriefIn brief(lane_end_cell(number), head, nullptr);
    lane_idle(number);
    section.leave();
    run(AmHeader::handler_of(head), brief.message);
    ++*count;
    return true;
}

unsigned poll_lane_ends() {
    unsigned count = 0;
    for (unsigned number; (number = lane_with_end()) < lanes;)
        if (!take_lane_end(number, &count)) break;
    return count;
}

// Before a reply is taken out of the ring, as it may be the end of a request by a lane.
bool may_end_lanes() {
    LaneSection section(am_shared());
    return section.is_alone() || lane_make_locked();
}

unsigned poll_replies(Inbox &own) {
    AmParcel parcel;
    unsigned count = poll_lane_ends();
    while (count < messages_a_poll && ring_ready(own.replies) && may_end_lanes()) {
        count += poll_lane_ends(); // sent before what lies in the ring
        if (!ring_next(own.replies, am_shared(), &parcel, &am_counts().locks)) break;
        if (parcel.header.reply_slab)
            lane_ended(am_process_of(parcel.from));
        else
            credit_release(); // before the handler: it may send the next request
        run_reply(parcel);
        ++count;
    }
    return count;
}

unsigned poll_requests(Inbox &own) {
    AmParcel parcel;
    Returns returns;
    unsigned count = poll_lanes(own);
    while (count < messages_a_poll && ring_ready(own.requests)) {
        count += poll_lanes(own); // sent before what lies in the ring
        if (!ring_next(own.requests, am_shared(), &parcel, &am_counts().locks)) break;
        run_request(parcel, &returns);
        ++count;
    }
    returns.flush();
    return count;
}

// Behind `count` messages that were taken before.
[[gnu::noinline]] unsigned take_all(Inbox &own, unsigned count) {
    count += poll_replies(own) + poll_requests(own);
    am_counts().handled += count;
    if (count) sync::adaptive_spin_expect(true);
    credit_returns_send();
    return count;
}

bool near_pending(Inbox &own) {
    return lane_with_request(own) < lanes || lane_with_end() < lanes || ring_ready(own.replies) ||
           ring_ready(own.requests);
}

// Behind the first message, of a lane. If two threads talk to each other alone, there is nothing
// else. So the way from a message to its answer is short: only now and then is there a look.
[[gnu::always_inline]] inline unsigned took_first(Inbox &own, unsigned count) {
    constexpr std::uint32_t most_in_a_row = 8;
    const std::uint32_t row = lane_ends.in_a_row.load(std::memory_order_relaxed) + 1;
    lane_ends.in_a_row.store(row, std::memory_order_relaxed);
    if (__builtin_expect(!count || row % most_in_a_row == 0, 0)) return take_all(own, count);
    am_counts().handled += 1;
    sync::adaptive_spin_expect(true);
    return 1;
}

[[gnu::always_inline]] inline unsigned take_near(Inbox &own) {
    if (const unsigned lane = lane_with_request(own); lane < lanes)
        return took_first(own, take_lane_request(own, lane));
    if (const unsigned number = lane_with_end(); number < lanes) {
        unsigned count = 0;
        take_lane_end(number, &count);
        return took_first(own, count);
    }
    return ring_ready(own.replies) || ring_ready(own.requests) ? take_all(own, 0) : 0;
}

// What keeps a thread from sleeping: nobody would wake it when there is room in an inbox, or in the
// network.
bool pending() {
    if (am_depth()) return false;
    if (near_pending(*am_node.own) || forwards_waiting()) return true;
    const AmNetwork *network = am_node.network.load(std::memory_order_acquire);
    return network && network->busy();
}

[[gnu::noinline]] unsigned far_look(const AmNetwork &network) {
    const unsigned found = network.poll() + forwards_retry();
    net::net_looked(found);
    return found;
}

// In waits that have given up spinning.
unsigned poll_yielding() {
    net::net_look_yields();
    return am_poll();
}

// What waits for room in an inbox is tried again though no look is due.
[[gnu::noinline]] unsigned far_call(const AmNetwork &network) {
    return net::net_look_call_due() || forwards_waiting() ? far_look(network) : 0;
}

// Behind `count` messages of the node.
[[gnu::always_inline]] inline unsigned far_turn(const AmNetwork &network, AmPoller who, unsigned count) {
    if (who == AmPoller::loop) return net::net_look_skips_call(count) ? 0 : far_call(network);
    return net::net_look_skips_turn() && !forwards_waiting() ? 0 : far_look(network);
}

} // namespace

const sync::WaitPolling am_waits = {poll_yielding, pending, am_park, am_unpark};

unsigned am_poll(AmPoller who) {
    Inbox *own = am_node.own;
    if (!own || am_depth()) return 0;
    const unsigned count = take_near(*own);
    const AmNetwork *network = am_node.network.load(std::memory_order_relaxed);
    return network ? count + far_turn(*network, who, count) : count;
}

void am_network(const AmNetwork *network) {
    am_node.network.store(network, std::memory_order_release);
}

bool am_waiting() {
    return forwards_waiting() != 0;
}

void am_delivered() {
    credit_returns_send();
    forwards_retry();
    am_published(job_process);
}

} // namespace polder::am
