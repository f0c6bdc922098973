// Messages that have come in over the network, at the leader: checked, landed, run or forwarded.
#include "runtime/am/far_node.h"
#include "runtime/net/look.h"
#include "runtime/segment/segment.h"

#include "base/log.h"

#include <cstring>

namespace polder::am {
namespace {

std::atomic<std::uint64_t> dropped[static_cast<unsigned>(WireFault::count)];

constexpr const char *fault_texts[] = {
    "its size is wrong",
    "there is no such kind",
    "its threads are not",
    "its handler is not registered here",
    "its payload is too long",
    "its landing place is not shared memory of this node",
    "more came back than was sent",
};
static_assert(sizeof fault_texts / sizeof *fault_texts == static_cast<unsigned>(WireFault::count));

void drop(WireFault fault, const WireHeader &header) {
    const bool first = am_dropped_all() == 0;
    dropped[static_cast<unsigned>(fault)].fetch_add(1, std::memory_order_relaxed);
    if (first)
        log_warning("dropped a malformed message from the network (thread %u to %u): %s; further ones are only counted",
                    header.from, header.to, fault_texts[static_cast<unsigned>(fault)]);
}

bool is_message(const WireHeader &header) {
    return header.kind == WireKind::request || header.kind == WireKind::reply;
}

// The landing place of all of a long payload, of which `bytes` are in this message.
bool landing_is_good(const WireHeader &header, std::size_t bytes) {
    if (header.kind == WireKind::piece) return header.landing && landing_reachable(header.landing, bytes);
    if (header.kind == WireKind::returned) return !header.landing;
    if (!header.landing) return !header.total;
    return bytes <= header.total && landing_reachable(header.landing, header.total);
}

WindowBack back_of(const WireHeader &header) {
    return {header.back_bytes, header.back_count, (header.flags & wire_sample) != 0};
}

// Replies and returns end requests of ours; nothing else gives anything back.
bool back_is_good(const WireHeader &header) {
    if (header.kind == WireKind::request || header.kind == WireKind::piece)
        return !header.back_bytes && !header.back_count;
    const WindowBack back = back_of(header);
    return back.count && back.bytes / wire_cost_least >= back.count &&
           !window_is_empty(far_window(am_process_of(header.to), node_of(header.from)));
}

bool payload_is_good(const WireHeader &header, std::size_t bytes) {
    switch (header.kind) {
    case WireKind::piece: return bytes && bytes <= piece_bytes;
    case WireKind::returned: return !bytes;
    default: return bytes <= (header.landing ? piece_bytes : am_max_medium);
    }
}

bool form_is_good(const WireHeader &header, std::size_t header_bytes) {
    const unsigned arguments = is_message(header) ? header.arguments : 0;
    return header.mark == wire_mark && !header.spare && header.arguments == arguments &&
           arguments <= am_max_arguments && header_bytes == sizeof header + arguments * sizeof(std::uint64_t) &&
           !(header.flags & ~wire_flags_all) && header.room <= (header.kind == WireKind::request ? room_units_max : 0);
}

// WireFault::count: none.
WireFault fault_of(const WireHeader &header, const ConduitMessage &message) {
    if (header.kind >= WireKind::count) return WireFault::kind;
    if (!form_is_good(header, message.header_bytes)) return WireFault::size;
    if (header.from >= threads() || on_node(header.from) || !on_node(header.to)) return WireFault::thread;
    if (is_message(header) && !am_node.handler[header.handler].load(std::memory_order_relaxed))
        return WireFault::handler;
    if (!payload_is_good(header, message.payload_bytes)) return WireFault::payload;
    if (!landing_is_good(header, message.payload_bytes)) return WireFault::landing;
    return back_is_good(header) ? WireFault::count : WireFault::window;
}

// Where the payload is now: in place if it is a long one's last piece, else where it came in.
const void *land(const WireHeader &header, const ConduitMessage &message) {
    if (!header.landing) return message.payload;
    if (message.payload_bytes) {
        const std::uint64_t before = header.kind == WireKind::piece ? 0 : header.total - message.payload_bytes;
        std::memcpy(near_pointer(header.landing + before), message.payload, message.payload_bytes);
    }
    return near_pointer(header.landing);
}

void run_here(const WireHeader &header, const std::uint64_t *arguments, const void *payload, std::size_t bytes) {
    const bool reply = header.kind == WireKind::reply;
    const std::uint32_t cost = wire_cost(header.landing ? 0 : bytes, header.room);
    AmReplyState state = {};
    state.far = true;
    state.room = header.room;
    state.flags = header.flags;
    state.cost = cost;
    if (reply && !window_return(far_window(job_process, node_of(header.from)), back_of(header)))
        drop(WireFault::window, header); // only counted: there is a request it may belong to
    AmMessage message = {header.from,
                         header.to,
                         header.arguments,
                         arguments,
                         bytes || header.landing ? payload : nullptr,
                         bytes,
                         reply ? nullptr : &state};
    am_run(header.handler, message);
    ++am_counts().far_handled;
    if (!reply && !state.done) credit_return_add(header.from, cost, header.flags);
}

void take(const WireHeader &header, const ConduitMessage &message) {
    const void *payload = land(header, message);
    if (header.kind == WireKind::piece) return;
    const unsigned process = am_process_of(header.to);
    if (header.kind == WireKind::returned) {
        if (!window_return(far_window(process, node_of(header.from)), back_of(header))) drop(WireFault::window, header);
        return;
    }
    const auto *arguments =
        reinterpret_cast<const std::uint64_t *>(static_cast<const char *>(message.header) + sizeof header);
    const std::size_t bytes = header.landing ? header.total : message.payload_bytes;
    if (process == job_process)
        run_here(header, arguments, payload, bytes);
    else
        forward_in_node(process, header, arguments, payload, bytes);
}

bool inside(std::uint64_t offset, std::uint64_t bytes, std::uint64_t begin, std::uint64_t end) {
    return offset >= begin && offset <= end && bytes <= end - offset;
}

// Of a heap that may reach from begin to end, what can be touched.
bool in_heap(std::uint64_t offset, std::uint64_t bytes, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t reached = control().heap_reached.load(std::memory_order_relaxed);
    return inside(offset, bytes, begin, node_range.grows && reached < end - begin ? begin + reached : end);
}

} // namespace

bool landing_at(unsigned node, std::uint64_t global, std::uint64_t bytes) {
    return ga_is_shared(global) && node_of(ga_thread(global)) == node &&
           bytes <= (std::uint64_t{1} << polder_job.shift) - ga_offset(global);
}

bool landing_reachable(std::uint64_t global, std::uint64_t bytes) {
    if (!landing_at(mynode(), global, bytes)) return false;
    const std::uint64_t offset = ga_offset(global);
    const NodeRange &range = node_range;
    return inside(offset, bytes, segment_static_offset(), range.static_end) ||
           in_heap(offset, bytes, range.symmetric_data, range.symmetric_end) ||
           in_heap(offset, bytes, range.local_data, range.global_begin) ||
           inside(offset, bytes, range.global_begin, range.local_end);
}

void am_deliver(const ConduitMessage &message) {
    WireHeader header = {};
    if (message.header_bytes < sizeof header) return drop(WireFault::size, header);
    std::memcpy(&header, message.header, sizeof header);
    const WireFault fault = fault_of(header, message);
    if (fault != WireFault::count) return drop(fault, header);
    net::net_look_expect();
    take(header, message);
}

std::uint64_t am_dropped(WireFault fault) {
    return dropped[static_cast<unsigned>(fault)].load(std::memory_order_relaxed);
}

std::uint64_t am_dropped_all() {
    std::uint64_t sum = 0;
    for (const std::atomic<std::uint64_t> &each : dropped)
        sum += each.load(std::memory_order_relaxed);
    return sum;
}

} // namespace polder::am
