// Starting pieces, and what happens at the end of each. Pieces that the conduit refuses are tried
// again by pollers.
#include "runtime/rma/transfer.h"

#include "base/clock.h"
#include "runtime/core/private.h"
#include "runtime/net/net.h"
#include "runtime/net/progress.h"
#include "runtime/put/put_pool.h"

#include <cstdlib>
#include <cstring>

namespace polder::rma {

namespace {

// Lanes the conduit refused, or that are left to the progress thread. Taken as a whole by one
// poller of the end at a time, so the order of the list is nobody's concern.
void refuse(TransferLane &lane) {
    std::atomic<TransferLane *> &refused = net::net_here().refused;
    lane.retry = refused.load(std::memory_order_relaxed);
    while (!refused.compare_exchange_weak(lane.retry, &lane, std::memory_order_release)) {
    }
}

bool buffered(const TransferRequest &r) {
    return r.kind == TransferKind::copy || r.kind == TransferKind::fill;
}

Status start_put(TransferLane &lane, const void *from) {
    const TransferRequest &r = lane.transfer->request;
    const polder_ga to = r.to + lane.at;
    if (r.signal && !r.signal_set)
        return net::net_put_signal(ga_node(to), to, from, lane.bytes, r.signal, r.signal_value, lane.operation);
    return net::net_put(ga_node(to), to, from, lane.bytes, lane.operation);
}

Status start_atomic(TransferLane &lane, polder_ga at, const atomic::AtomicRequest &r) {
    return net::net_atomic(ga_node(at), at, {r.type, r.operation, r.operand, r.second, r.result}, lane.operation);
}

Status start_piece(TransferLane &lane) {
    const TransferRequest &r = lane.transfer->request;
    if (r.signal && lane.second)
        return start_atomic(lane, r.signal, {AtomicType::u64, AtomicOperation::set, r.signal_value});
    const polder_ga from = r.from + lane.at;
    char *memory = static_cast<char *>(r.memory) + lane.at;
    switch (r.kind) {
    case TransferKind::put: return start_put(lane, memory);
    case TransferKind::fill: return start_put(lane, lane.buffer);
    case TransferKind::get: return net::net_get(ga_node(from), from, memory, lane.bytes, lane.operation);
    case TransferKind::atomic: return start_atomic(lane, r.to, r.atomic);
    case TransferKind::copy: break;
    }
    if (lane.second) return start_put(lane, lane.buffer);
    return net::net_get(ga_node(from), from, lane.buffer, lane.bytes, lane.operation);
}

// After this the lane may have ended, and the transfer with it.
void start(TransferLane &lane) {
    if (start_piece(lane) == Status::again) refuse(lane);
}

// A signal comes behind the whole put.
std::size_t piece_of(const TransferRequest &r) {
    return r.signal || r.bytes < far_piece ? r.bytes : far_piece;
}

// The next piece for a lane; false if there is none. `source` is set before the piece is taken: who
// finds none left (acquire), sees it.
bool next_piece(TransferLane &lane) {
    Transfer &t = *lane.transfer;
    const std::size_t piece = piece_of(t.request);
    lane.operation.source.store(1, std::memory_order_relaxed);
    lane.at = t.next.fetch_add(piece, std::memory_order_acq_rel);
    lane.second = false;
    if (lane.at >= t.request.bytes) {
        lane.operation.source.store(0, std::memory_order_release);
        return false;
    }
    lane.bytes = t.request.bytes - lane.at < piece ? t.request.bytes - lane.at : piece;
    return true;
}

void ended(ConduitOperation &operation) {
    TransferLane &lane = *reinterpret_cast<TransferLane *>(&operation); // its first member
    Transfer &t = *lane.transfer;
    if (operation.status != Status::ok) return; // the peer is lost, which ends the job
    const bool staged = t.request.kind == TransferKind::copy || t.request.signal_set;
    if (staged && !lane.second)
        lane.second = true;
    else if (!next_piece(lane)) {
        net::net_here().bulk.fetch_sub(1, std::memory_order_relaxed);
        t.lanes.fetch_sub(1, std::memory_order_release);
        return;
    }
    start(lane);
}

constexpr unsigned most_refusals = 8;

// Called by polls of the end. Refused lanes that the poller keeps lie in end.waiting. It tries so
// many of them in vain, and leaves the rest for the next poll. A program may have any number under
// way, of which the conduit takes a few at a time.
void retry_refused(net::NetEnd &end) {
    for (TransferLane *lane = end.refused.exchange(nullptr, std::memory_order_acquire); lane;) {
        TransferLane *next = lane->retry;
        lane->retry = end.waiting;
        end.waiting = lane;
        lane = next;
    }
    for (unsigned refusals = 0; end.waiting && refusals < most_refusals;) {
        TransferLane &lane = *end.waiting;
        end.waiting = lane.retry; // before it is started: then it may end
        if (start_piece(lane) != Status::again) continue;
        refuse(lane);
        ++refusals;
    }
}

unsigned lanes_for(const TransferRequest &r) {
    if (r.bytes == 0) return 0;
    const std::size_t pieces = (r.bytes + piece_of(r) - 1) / piece_of(r);
    return pieces < far_lanes ? static_cast<unsigned>(pieces) : far_lanes;
}

void make_buffers(Transfer &t, unsigned lanes) {
    const bool fill = t.request.kind == TransferKind::fill;
    const std::size_t each = piece_of(t.request);
    t.buffers = static_cast<char *>(std::malloc(each * (fill ? 1 : lanes)));
    if (!t.buffers) job_fail(1, "no memory for a copy of %zu bytes between other nodes", t.request.bytes);
    if (fill) std::memset(t.buffers, t.request.value, each);
    for (unsigned i = 0; i < lanes; ++i)
        t.lane[i].buffer = t.buffers + (fill ? 0 : i * each);
}

void check(const TransferRequest &r) {
    if (r.kind != TransferKind::get) {
        far_check("put", r.to, r.bytes);
        cache::far_order(r.to, r.bytes, true);
    }
    if (r.kind == TransferKind::get || r.kind == TransferKind::copy) {
        far_check("get", r.from, r.bytes);
        cache::far_order(r.from, r.bytes, false);
    }
    if (r.signal) {
        far_check("signal", r.signal, sizeof r.signal_value);
        cache::far_order(r.signal, sizeof r.signal_value, true);
    }
}

constexpr std::size_t long_bytes = far_piece;

// Whether the thread computes between starting a transfer and waiting for it, or waits at once.
// Leaving it to the progress thread costs a wake-up, a tenth of the time of 1 MB. That pays only
// for a thread that computes meanwhile. So a thread that waited at once the last two times does its
// part itself.
struct Habit {
    std::atomic<std::int64_t> started_ns; // the last one that could be left; 0: somebody has waited since
    std::atomic<std::uint32_t> at_once;   // times in a row, up to two
};
POLDER_PRIVATE Habit habit = {0, 0};
constexpr std::int64_t at_once_ns = 20000;
constexpr std::uint32_t habitual = 2;

} // namespace

void transfer_start(Transfer &t, const TransferRequest &request, bool leave) {
    check(request);
    net::NetEnd &end = net::net_here();
    const bool is_long = leave && net::net.progress && &end == &net::net && request.bytes >= long_bytes;
    const bool left = is_long && local(habit).at_once.load(std::memory_order_relaxed) < habitual;
    const bool later = left && (request.kind == TransferKind::put || request.kind == TransferKind::fill);
    net::net_after_poll(retry_refused);
    t.request = request;
    t.buffers = nullptr;
    const unsigned lanes = lanes_for(request);
    if (buffered(request) && lanes) make_buffers(t, lanes);
    t.next.store(0, std::memory_order_relaxed);
    t.lanes.store(lanes, std::memory_order_relaxed);
    end.bulk.fetch_add(lanes, std::memory_order_seq_cst);
    // A lane that is fast takes pieces while later ones are not started: such a one finds nothing
    // left, and has ended.
    for (unsigned i = 0; i < lanes; ++i) {
        TransferLane &lane = t.lane[i];
        lane.transfer = &t;
        lane.operation.done = ended;
        lane.operation.status = Status::ok;
        lane.operation.source.store(1, std::memory_order_relaxed);
        lane.operation.left.store(1, std::memory_order_relaxed);
    }
    for (unsigned i = 0; i < lanes; ++i) {
        TransferLane &lane = t.lane[i];
        if (next_piece(lane)) {
            later ? refuse(lane) : start(lane);
        } else {
            end.bulk.fetch_sub(1, std::memory_order_relaxed);
            t.lanes.fetch_sub(1, std::memory_order_release);
        }
    }
    if (leave) net::net_leave();
    if (left) net::progress_nudge();
    if (is_long) local(habit).started_ns.store(clock_ns(), std::memory_order_relaxed);
}

bool transfer_is_done(const Transfer &t) {
    return t.lanes.load(std::memory_order_acquire) == 0;
}

// Once the last piece has begun, each lane's operation is that of its last piece.
bool transfer_is_read(const Transfer &t) {
    if (transfer_is_done(t)) return true;
    if (t.request.kind != TransferKind::put || t.next.load(std::memory_order_acquire) < t.request.bytes) return false;
    for (unsigned i = 0; i < lanes_for(t.request); ++i)
        if (t.lane[i].operation.source.load(std::memory_order_acquire)) return false;
    return true;
}

void transfer_awaited() {
    Habit &mine = local(habit);
    const std::int64_t started = mine.started_ns.load(std::memory_order_relaxed);
    if (!started) return;
    const std::uint32_t times = mine.at_once.load(std::memory_order_relaxed);
    const bool waits = clock_ns() - started < at_once_ns;
    mine.at_once.store(waits ? (times < habitual ? times + 1 : times) : 0, std::memory_order_relaxed);
    mine.started_ns.store(0, std::memory_order_relaxed);
}

void transfer_finish(Transfer &t) {
    const polder_ga ga = t.request.kind == TransferKind::get ? t.request.from : t.request.to;
    if (t.request.bytes >= long_bytes) transfer_awaited();
    net::net_wait({WaitKind::copy, ga, ga_thread(ga), true}, [&] { return transfer_is_done(t); });
    std::free(t.buffers);
    t.buffers = nullptr;
}

} // namespace polder::rma
