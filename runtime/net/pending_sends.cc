// The queue of sends that the conduit refused; see pending_sends.h.
#include "runtime/net/pending_sends.h"

#include "runtime/net/leftover.h"

#include <cstdlib>
#include <cstring>

namespace polder::net {

namespace {

struct Kept {
    Kept *next; // of the same peer
    NodeNumber node;
    std::size_t header_bytes;
    std::size_t payload_bytes;
    char *bytes() { return reinterpret_cast<char *>(this + 1); }
    char *payload() { return bytes() + (header_bytes + 7) / 8 * 8; }
};

struct Lane { // of a peer
    Kept *first;
    Kept *last;
    Lane *next;
    NodeNumber node;
};

// Whoever polls, and whoever answers in a poll, is behind the gate; the lock is for those who
// answer elsewhere.
FutexLock lock;
Lane *lanes;

Kept *copy_of(NodeNumber node, const ConduitMessage &m) {
    const std::size_t header = (m.header_bytes + 7) / 8 * 8;
    Kept *kept = static_cast<Kept *>(std::malloc(sizeof(Kept) + header + m.payload_bytes));
    if (!kept) job_fail(1, "no memory for an answer of %zu bytes to node %u", m.payload_bytes, node);
    *kept = {nullptr, node, m.header_bytes, m.payload_bytes};
    std::memcpy(kept->bytes(), m.header, m.header_bytes);
    if (m.payload_bytes) std::memcpy(kept->payload(), m.payload, m.payload_bytes);
    return kept;
}

Lane *lane_of(NodeNumber node) {
    for (Lane *lane = lanes; lane; lane = lane->next)
        if (lane->node == node) return lane;
    return nullptr;
}

Lane *lane_new(NodeNumber node) {
    Lane *lane = static_cast<Lane *>(std::malloc(sizeof(Lane)));
    if (!lane) job_fail(1, "no memory for answers to node %u", node);
    *lane = {nullptr, nullptr, lanes, node};
    lanes = lane;
    return lane;
}

void append(Lane &lane, Kept *kept) {
    (lane.last ? lane.last->next : lane.first) = kept;
    lane.last = kept;
    net.pending_sends.fetch_add(1, std::memory_order_seq_cst);
    ++net.counts.pending_sends;
}

Status send_now(NodeNumber node, const ConduitMessage &message) {
    const NetGuard guard;
    return net.started(net.table->send(*net.conduit, node, message));
}

// Sends from the lane as much as goes.
unsigned send_lane(Lane &lane) {
    unsigned sent = 0;
    while (Kept *kept = lane.first) {
        const ConduitMessage message = {kept->bytes(), kept->header_bytes, kept->payload(), kept->payload_bytes};
        if (send_now(kept->node, message) == Status::again) break;
        lane.first = kept->next;
        if (!lane.first) lane.last = nullptr;
        std::free(kept);
        net.pending_sends.fetch_sub(1, std::memory_order_relaxed);
        ++sent;
    }
    return sent;
}

} // namespace

namespace {

Status send_in_turn(NodeNumber node, const ConduitMessage &message) {
    if (!net.pending_sends.load(std::memory_order_relaxed)) return send_now(node, message);
    lock.lock();
    const Lane *lane = lane_of(node);
    const bool behind = lane && lane->first;
    lock.unlock();
    return behind ? Status::again : send_now(node, message);
}

} // namespace

Status net_send(NodeNumber node, const ConduitMessage &message) {
    const Status status = send_in_turn(node, message);
    net_leave();
    return status;
}

void net_send_queued(NodeNumber node, const ConduitMessage &message) {
    lock.lock();
    Lane *lane = lane_of(node);
    const bool keep = (lane && lane->first) || send_now(node, message) == Status::again;
    if (keep) append(lane ? *lane : *lane_new(node), copy_of(node, message));
    lock.unlock();
    net_leave();
    if (keep && net.carries) leftover_hurry();
}

unsigned pending_sends_retry() {
    if (!net.pending_sends.load(std::memory_order_relaxed) || !lock.try_lock()) return 0;
    unsigned sent = 0;
    for (Lane *lane = lanes; lane; lane = lane->next)
        sent += send_lane(*lane);
    lock.unlock();
    return sent;
}

} // namespace polder::net
