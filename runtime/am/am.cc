// Sending: the order is self (same process), then node, then network. Rules are in am.h, proofs in
// inbox.h and far.h.
#include "runtime/am/am.h"
#include "runtime/am/brief.h"
#include "runtime/am/far_node.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/adaptive_spin.h"
#include "runtime/sync/give_way.h"

#include <cstring>

namespace polder::am {

AmNode am_node = {};
POLDER_PRIVATE AmCounts am_thread_counts = {};

namespace {

constexpr int misuse_code = 1;

void land(const AmContent &content) {
    if (content.landing && content.bytes) std::memmove(content.landing, content.payload, content.bytes);
}

AmMessage message_inside(unsigned from, unsigned to, const AmContent &content, AmReplyState *reply) {
    land(content);
    const void *payload = content.landing ? content.landing : content.bytes ? content.payload : nullptr;
    return {from, to, content.argument_count, content.arguments, payload, content.bytes, reply};
}

Status request_inside(unsigned to, const AmContent &content) {
    if (am_depth() >= am_max_depth) return Status::again;
    ++am_counts().inside;
    AmReplyState reply; // the rest is for messages from outside
    reply.inside = true;
    reply.done = reply.far = false;
    AmMessage message = message_inside(mythread(), to, content, &reply);
    am_run(content.handler, message);
    return Status::ok;
}

// Of the node of thread `to`.
bool is_shared(const void *memory, std::size_t bytes, unsigned to) {
    if (!am_on_node(to)) return landing_at(node_of(to), ga_of_pointer(memory), bytes);
    const std::uint64_t within = ga_of_pointer(memory) - polder_job.first;
    return within < polder_job.length && bytes <= polder_job.length - within;
}

// What a request holds until it is on its way, and gives back if it is not.
struct Holdings {
    bool credit = false;
    std::uint8_t slab = 0;
    std::uint8_t reply_slab = 0;

    bool take(const AmContent &content, std::size_t room, bool slab_wanted) {
        credit = credit_take();
        if (!credit) return false;
        if (slab_wanted && !(slab = slab_take(content.bytes))) return false;
        return room <= am_inline_bytes(am_max_arguments) || (reply_slab = slab_take(room));
    }
    void give_back() {
        Inbox &own = am_inbox(job_process);
        if (slab) slab_release(own, slab);
        if (reply_slab) slab_release(own, reply_slab);
        if (credit) credit_release();
    }
};

bool request_post(unsigned process, const AmContent &content, AmParcel *parcel, const Holdings &held) {
    parcel->header.slab = held.slab;
    parcel->header.reply_slab = held.reply_slab;
    if (held.slab) std::memcpy(slab_memory(am_inbox(job_process), held.slab), content.payload, content.bytes);
    land(content);
    return am_put(process, *parcel);
}

// Payloads are copied before a place is claimed, so that nobody waits for a copy: a ring that looks
// full is left alone.
bool looks_full(Ring &ring, unsigned cells) {
    const std::uint64_t head = ring.head.load(std::memory_order_acquire);
    return static_cast<std::int64_t>(ring.tail.load(std::memory_order_relaxed) + cells - head) > ring_cells;
}

Status sent() {
    ++am_counts().sent;
    sync::adaptive_spin_expect(false);
    return Status::ok;
}

bool is_brief(const AmContent &content) {
    return content.is_short() && content.argument_count;
}
AmBrief brief_of(const AmContent &content) {
    return {content.handler, content.argument_count - 1, *content.arguments, content.arguments + 1};
}

Status request_outside(unsigned to, const AmContent &content, std::size_t room) {
    const unsigned process = am_process_of(to);
    const bool by_lane = room <= am_inline_bytes(am_max_arguments);
    if (by_lane && is_brief(content) && lane_send_brief(process, brief_of(content), mythread(), to)) return sent();
    AmParcel parcel;
    am_pack(content, &parcel);
    parcel.from = mythread();
    parcel.to = to;
    if (by_lane && parcel.header.kind == static_cast<unsigned>(AmKind::in_cells) && lane_send(process, parcel))
        return sent();
    Holdings held;
    const bool copies = content.bytes && parcel.header.kind != static_cast<unsigned>(AmKind::in_cells);
    const bool slab_wanted = parcel.header.kind == static_cast<unsigned>(AmKind::in_slab);
    const bool full = copies && looks_full(am_inbox(process).requests, message_cells);
    if (!full && held.take(content, room, slab_wanted) && request_post(process, content, &parcel, held)) return sent();
    held.give_back();
    ++am_counts().refused;
    return Status::again;
}

void reply_outside(const AmMessage &request, const AmContent &content) {
    AmReplyState &state = *request.reply;
    const unsigned process = am_process_of(request.from);
    Inbox &inbox = am_inbox(process);
    AmParcel parcel;
    am_pack(content, &parcel);
    parcel.from = request.to;
    parcel.to = request.from;
    land(content);
    if (parcel.header.kind == static_cast<unsigned>(AmKind::in_slab)) {
        if (!state.slab || content.bytes > (state.slab <= small_slabs ? small_slab : large_slab))
            job_fail(misuse_code,
                     "active message: reply of %zu bytes to a request of thread %u that left less room for it",
                     content.bytes, request.from);
        std::memcpy(slab_memory(inbox, state.slab), content.payload, content.bytes);
        parcel.header.slab = state.slab;
    } else if (state.slab) {
        slab_release(inbox, state.slab);
    }
    ++am_counts().replied;
    if (state.lane.cell && parcel.words() <= lane_words) {
        cell_write(*state.lane.cell, parcel, state.lane.number);
    } else {
        parcel.header.reply_slab = state.lane.cell != nullptr;
        const std::uint64_t ticket = ring_claim_reply(inbox.replies, cells_for(parcel.words()), am_alone());
        ring_publish(inbox.replies, ticket, parcel);
    }
    am_published(process);
}

} // namespace

bool am_put(unsigned process, const AmParcel &parcel) {
    Ring &ring = am_inbox(process).requests;
    std::uint64_t ticket;
    if (!ring_claim(ring, cells_for(parcel.words()), am_alone(), &ticket)) return false;
    ring_publish(ring, ticket, parcel);
    am_published(process);
    return true;
}

void am_check_all(const AmContent &content, bool reply, unsigned to) {
    const char *what = reply ? "reply" : "request";
    if (content.handler >= am_handlers || !am_node.handler[content.handler].load(std::memory_order_relaxed))
        job_fail(misuse_code, "active message: %s with handler %u, which nobody registered", what, content.handler);
    if (content.argument_count > am_max_arguments)
        job_fail(misuse_code, "active message: %s with %u arguments; there are at most %u", what,
                 content.argument_count, am_max_arguments);
    if (!content.landing && content.bytes > am_max_medium)
        job_fail(misuse_code, "active message: %s with a payload of %zu bytes; without a landing place at most %zu",
                 what, content.bytes, am_max_medium);
    if (content.landing && !is_shared(content.landing, content.bytes, to))
        job_fail(misuse_code, "active message: landing place %p of %zu bytes is not shared memory of thread %u's node",
                 content.landing, content.bytes, to);
}

void am_register(unsigned handler, AmHandler function) {
    if (handler >= am_handlers)
        job_fail(misuse_code, "active message: handler %u; numbers go to %u", handler, am_handlers - 1);
    am_node.handler[handler].store(function, std::memory_order_release);
}

namespace {

std::atomic<int> starting{0}; // 1: a thread is at it, 2: done

void start() {
    AmNode &node = am_node;
    const JobShape &shape = control().shape;
    node.first = shape.first_thread(job_process);
    node.count = shape.thread_count(job_process);
    node.node_first = shape.first;
    node.node_count = shape.threads;
    node.processes = shape.processes;
    node.each = shape.threads / shape.processes;
    node.large = shape.threads % shape.processes * (node.each + 1);
    congestion_configure();
    if (shape.processes < 2 && shape.nodes < 2) return;
    node.inboxes = area<Inbox>(Area::am);
    node.own = node.inboxes + job_process;
    if (node.count > 1) lane_sharing.state.store(LaneState::locked, std::memory_order_release);
    node.slots = reinterpret_cast<ParkSlot *>(node.inboxes + shape.processes);
    sync::wait_setup.polling.store(&am_waits, std::memory_order_release);
}

} // namespace

// Several threads of a process may come, each with its first team; who comes later finds the node
// described, and sees all of it.
void am_start() {
    int nobody = 0;
    if (starting.compare_exchange_strong(nobody, 1)) {
        start();
        starting.store(2, std::memory_order_release);
    }
    for (unsigned turn = 0; starting.load(std::memory_order_acquire) != 2; ++turn)
        sync::wait_turn(turn);
}

Status am_request(unsigned to, const AmContent &content, std::size_t room) {
    if (to >= threads()) job_fail(misuse_code, "active message: to thread %u of %u", to, threads());
    am_check(content, false, to);
    if (am_here(to)) return request_inside(to, content);
    if (room > am_max_medium)
        job_fail(misuse_code, "active message: room for a reply of %zu bytes; at most %zu", room, am_max_medium);
    return am_on_node(to) ? request_outside(to, content, room) : request_far(to, content, room);
}

void am_request_wait(unsigned to, const AmContent &content, std::size_t room) {
    if (am_depth()) job_fail(misuse_code, "active message: am_request_wait in a handler");
    for (unsigned i = sync::wait_setup.spins; i; --i) {
        if (am_request(to, content, room) == Status::ok) return;
        if (!am_poll()) sync::cpu_pause();
    }
    WaitMark mark(WaitKind::message, 0, to);
    mark.parking();
    while (am_request(to, content, room) != Status::ok)
        if (!am_poll()) sync::give_way();
}

void am_reply(AmMessage &request, const AmContent &content) {
    am_check(content, true, request.from);
    AmReplyState *state = request.reply;
    if (!state) job_fail(misuse_code, "active message: reply to a reply");
    if (state->done) job_fail(misuse_code, "active message: second reply to one request");
    if (is_brief(content) && brief_reply(request, brief_of(content))) return;
    state->done = true;
    if (state->far) return reply_far(request, content);
    if (!state->inside) return reply_outside(request, content);
    AmMessage message = message_inside(request.to, request.from, content, nullptr);
    am_node.handler[content.handler].load(std::memory_order_acquire)(message); // the thread is marked as in a handler
}

} // namespace polder::am
