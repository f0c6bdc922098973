// Sending to other nodes: requests while the window lasts, replies always.
#include "runtime/am/far_node.h"
#include "runtime/net/look.h"
#include "runtime/segment/segment.h"

#include <cstring>

namespace polder::am {

namespace {

constexpr int far_misuse = 1;

const AmNetwork &network() {
    const AmNetwork *network = am_node.network.load(std::memory_order_acquire);
    if (!network) job_fail(far_misuse, "active message: to another node before the network is open");
    return *network;
}

WireHeader header_of(WireKind kind, unsigned from, unsigned to, const AmContent &content) {
    WireHeader header = {};
    header.mark = wire_mark;
    header.kind = kind;
    header.handler = static_cast<std::uint8_t>(content.handler);
    header.arguments = static_cast<std::uint8_t>(content.argument_count);
    header.from = from;
    header.to = to;
    if (content.landing) {
        header.landing = ga_of_pointer(content.landing);
        header.total = content.bytes;
    }
    return header;
}

// Whether it went now, or is kept.
bool post(unsigned node, const ConduitMessage &message, bool must) {
    if (network().send(node, message) == Status::ok) return true;
    if (must) network().keep(node, message);
    return must;
}

// A long payload but for what fits the last message. Once a piece went the others have to.
bool post_pieces(unsigned node, const WireHeader &whole, const AmContent &content, std::size_t *sent, bool must) {
    WireHeader header = {};
    header.mark = wire_mark;
    header.kind = WireKind::piece;
    header.from = whole.from;
    header.to = whole.to;
    *sent = 0;
    for (; content.landing && content.bytes - *sent > piece_bytes; *sent += piece_bytes) {
        header.landing = whole.landing + *sent;
        const void *payload = static_cast<const char *>(content.payload) + *sent;
        if (!post(node, {&header, sizeof header, payload, piece_bytes}, must || *sent)) return false;
    }
    return true;
}

} // namespace

bool wire_send(WireHeader &header, const AmContent &content, bool must) {
    const unsigned node = node_of(header.to);
    std::size_t sent;
    if (!post_pieces(node, header, content, &sent, must)) return false;
    alignas(8) unsigned char text[wire_header_max];
    const std::size_t words = header.arguments * sizeof(std::uint64_t);
    std::memcpy(text, &header, sizeof header);
    if (words) std::memcpy(text + sizeof header, content.arguments, words);
    const void *payload = content.bytes ? static_cast<const char *>(content.payload) + sent : nullptr;
    return post(node, {text, sizeof header + words, payload, content.bytes - sent}, must || sent);
}

Status request_far(unsigned to, const AmContent &content, std::size_t room) {
    WireHeader header = header_of(WireKind::request, mythread(), to, content);
    header.room = room_units(room);
    const unsigned node = node_of(to);
    const std::uint32_t cost = wire_cost(content.landing ? 0 : content.bytes, header.room);
    if (!window_take(node, cost, &header.flags)) {
        ++am_counts().far_refused;
        return Status::again;
    }
    if (!wire_send(header, content, false)) {
        window_drop(node, cost, header.flags);
        ++am_counts().far_refused;
        return Status::again;
    }
    ++am_counts().far_sent;
    net::net_look_expect();
    return Status::ok;
}

void reply_far(const AmMessage &request, const AmContent &content) {
    const AmReplyState &state = *request.reply;
    const std::size_t inline_bytes = am_inline_bytes(content.argument_count);
    const std::size_t room = room_bytes(state.room);
    if (!content.landing && content.bytes > (room > inline_bytes ? room : inline_bytes))
        job_fail(far_misuse, "active message: reply of %zu bytes to a request of thread %u that left less room for it",
                 content.bytes, request.from);
    WireHeader header = header_of(WireKind::reply, request.to, request.from, content);
    header.flags = state.flags & wire_sample;
    header.back_bytes = state.cost;
    header.back_count = 1;
    credit_return_attach(request.from, &header);
    wire_send(header, content, true);
    ++am_counts().far_replied;
}

} // namespace polder::am
