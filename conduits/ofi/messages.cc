// Messages: sent from slots, received in a buffer each. Anybody who found the port may have written
// what comes in. So nothing of a message is believed before its proof has been compared and its
// lengths add up.
#include "conduits/ofi/ofi.h"

#include "base/clock.h"
#include "conduits/authentication_tag.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace polder {

namespace {

constexpr char lost_message[] = "a message was lost: its connection broke";
constexpr std::size_t most_early_bytes = 64 << 20; // a thousand of the longest messages
constexpr int early_timeouts = 4;                  // a missing message may be long, and its sender starved
// All peers send to a leader's end, few to any other. Each takes a buffer of the longest message.
constexpr unsigned leader_receives = 64;
constexpr unsigned other_receives = 8;
static_assert(leader_receives <= 64 && other_receives <= 64, "OfiReceives::due has a bit each");

constexpr std::size_t round_up(std::size_t bytes) {
    return (bytes + 7) & ~std::size_t{7};
}

void count(std::atomic<std::uint64_t> *messages) {
    if (messages) messages->fetch_add(1, std::memory_order_relaxed);
}

// ---- sending ----

OfiWire wire_for(OfiEnd &end, const OfiRoute &route, OfiKind kind, const ConduitMessage &message) {
    return {conduit_tag(end.key, end.options.node, end.end, route.node),
            end.end,
            end.options.node,
            route.sequence,
            static_cast<std::uint16_t>(message.header_bytes),
            static_cast<std::uint8_t>(kind),
            end.options.leader,
            static_cast<std::uint32_t>(message.payload_bytes)};
}

std::size_t fill(unsigned char *bytes, const OfiWire &wire, const ConduitMessage &message) {
    std::memcpy(bytes, &wire, sizeof wire);
    std::size_t at = sizeof wire;
    const auto append = [&](const void *from, std::size_t length) {
        if (length) std::memcpy(bytes + at, from, length);
        const std::size_t padded = round_up(length);
        std::memset(bytes + at + length, 0, padded - length);
        at += padded;
    };
    append(message.header, message.header_bytes);
    append(message.payload, message.payload_bytes);
    return at;
}

Status hand_over(OfiEnd &end, OfiRoute &route, OfiContext *context, std::size_t length) {
    iovec piece{context->bytes, length};
    void *descriptor = end.contexts.arena_registration ? fi_mr_desc(end.contexts.arena_registration) : nullptr;
    fi_msg message{};
    message.msg_iov = &piece;
    message.desc = &descriptor;
    message.iov_count = 1;
    message.addr = route.address;
    message.context = &context->provider;
    context->use = OfiUse::send;
    context->route = &route;
    const ssize_t code =
        fi_sendmsg(end.provider.endpoint, &message, FI_COMPLETION | (length <= end.traits.inject ? FI_INJECT : 0));
    if (code) {
        ofi_context_give(end, context);
        return ofi_refused(end, route, code);
    }
    ++route.sequence;
    count(end.options.sent);
    ofi_count_start(end, route, OfiUse::send);
    route.taken = ofi_in_both;
    return Status::ok;
}

Status send_one(OfiEnd &end, OfiRoute &route, OfiKind kind, const ConduitMessage &message) {
    const std::size_t length = sizeof(OfiWire) + round_up(message.header_bytes) + round_up(message.payload_bytes);
    OfiContext *context = ofi_context_take(end, length);
    if (!context) return Status::again;
    fill(context->bytes, wire_for(end, route, kind, message), message);
    return hand_over(end, route, context, length);
}

Status greet(OfiEnd &end, OfiRoute &route) {
    ConduitMessage hello{};
    hello.payload = end.address.bytes;
    hello.payload_bytes = end.address.length;
    const Status status = send_one(end, route, OfiKind::hello, hello);
    if (is_ok(status)) route.greeted = true;
    return status;
}

// The route back to a sender: a leader's is that of the peer.
OfiRoute *route_back(OfiEnd &end, OfiSender &sender) {
    if (sender.back) return sender.back;
    if (sender.leader) {
        sender.back = ofi_route(end, sender.node);
        return sender.back;
    }
    auto *route = static_cast<OfiRoute *>(std::calloc(1, sizeof(OfiRoute)));
    if (!route) return nullptr;
    route->address = sender.address;
    route->node = sender.node;
    route->reached = true;
    sender.back = route;
    return route;
}

// ---- receiving ----

struct Parts {
    OfiWire wire;
    const unsigned char *header;
    const unsigned char *payload;
};

bool take_apart(const unsigned char *bytes, std::size_t length, Parts *parts) {
    if (length < sizeof(OfiWire)) return false;
    std::memcpy(&parts->wire, bytes, sizeof(OfiWire));
    const OfiWire &wire = parts->wire;
    if (wire.header_bytes > ofi_max_header || wire.payload_bytes > ofi_max_payload) return false;
    if (length != sizeof(OfiWire) + round_up(wire.header_bytes) + round_up(wire.payload_bytes)) return false;
    parts->header = bytes + sizeof(OfiWire);
    parts->payload = parts->header + round_up(wire.header_bytes);
    return true;
}

bool known_node(const OfiEnd &end, const OfiWire &wire) {
    return wire.node < end.options.nodes && wire.end;
}

bool greeted(OfiEnd &end, const Parts &parts) {
    const OfiWire &wire = parts.wire;
    if (!known_node(end, wire) || wire.sequence) return false;
    if (wire.proof != conduit_tag(end.key, wire.node, wire.end, end.options.node)) return false;
    const std::size_t head = sizeof(std::uint32_t);
    if (wire.header_bytes || wire.payload_bytes < head || wire.payload_bytes > conduit_address_bytes - 2) return false;
    OfiGuard guard(end);
    if (!ofi_sender_add(end, wire, parts.payload + head, wire.payload_bytes - head)) return false;
    count(end.options.taken);
    return true;
}

// Anything from a leader is a sign of life of its node.
void live(OfiEnd &end, const OfiSender &sender) {
    OfiRoute *route = sender.leader ? ofi_route_if_made(end, sender.node) : nullptr;
    if (route) route->heard = true;
}

void hear(OfiEnd &end, const OfiSender &sender, OfiKind kind) {
    OfiGuard guard(end);
    if (kind == OfiKind::ping && end.options.leader) {
        OfiRoute *route = ofi_route(end, sender.node);
        if (route) {
            route->heard = true;
            route->pong_due = true;
            ofi_send_due(end, *route, true);
        }
    } else if (OfiRoute *route = ofi_route_if_made(end, sender.node))
        route->heard = true;
}

// From a proven end, but something before it is missing and will not come.
void gap(OfiEnd &end, const OfiSender &sender) {
    OfiGuard guard(end);
    if (OfiRoute *route = ofi_route(end, sender.node)) ofi_lose(end, *route, lost_message);
}

void deliver(OfiEnd &end, const OfiSender &sender, const Parts &parts) {
    const OfiWire &wire = parts.wire;
    const bool internal = wire.kind == static_cast<std::uint8_t>(OfiKind::internal);
    const ConduitMessage message{parts.header, wire.header_bytes, parts.payload, wire.payload_bytes,
                                 sender.node,  internal,          sender.end};
    if (!internal)
        end.options.deliver(end.options.context, message);
    else if (end.options.internal)
        end.options.internal(end, message);
}

bool take_in(OfiEnd &end, OfiSender &sender, const Parts &parts) {
    ++sender.sequence;
    count(end.options.taken);
    switch (static_cast<OfiKind>(parts.wire.kind)) {
    case OfiKind::message:
    case OfiKind::internal:
        live(end, sender);
        deliver(end, sender, parts);
        return true;
    case OfiKind::ping:
    case OfiKind::pong: hear(end, sender, static_cast<OfiKind>(parts.wire.kind)); return true;
    default: return false;
    }
}

// Messages are matched in order, but a long one may arrive later than short ones behind it. The
// short ones wait here.
bool keep_early(OfiEnd &end, const OfiSender &sender, const Parts &parts, const unsigned char *bytes,
                std::size_t length) {
    const std::uint32_t ahead = parts.wire.sequence - sender.sequence;
    if (ahead >= 1u << 31) return false; // it was here before
    live(end, sender);
    auto *early = end.peers.early_bytes + length > most_early_bytes
                      ? nullptr
                      : static_cast<OfiEarly *>(std::malloc(sizeof(OfiEarly) + length));
    if (!early) {
        gap(end, sender);
        return false;
    }
    *early = {end.peers.early, sender.end, clock_ns(), length, parts.wire.sequence};
    std::memcpy(early + 1, bytes, length);
    end.peers.early = early;
    end.peers.early_bytes += length;
    return true;
}

OfiEarly *take_early(OfiEnd &end, const OfiSender &sender) {
    for (OfiEarly **link = &end.peers.early; *link; link = &(*link)->next)
        if ((*link)->end == sender.end && (*link)->sequence == sender.sequence) {
            OfiEarly *early = *link;
            *link = early->next;
            end.peers.early_bytes -= early->length;
            return early;
        }
    return nullptr;
}

bool accept(OfiEnd &end, const Parts &parts, const unsigned char *bytes, std::size_t length) {
    const OfiWire &wire = parts.wire;
    if (wire.kind == static_cast<std::uint8_t>(OfiKind::hello)) return greeted(end, parts);
    OfiSender *sender = ofi_sender(end, wire.end);
    if (!sender || sender->proof != wire.proof || sender->node != wire.node) return false;
    if (wire.sequence != sender->sequence) return keep_early(end, *sender, parts, bytes, length);
    bool good = take_in(end, *sender, parts);
    while (OfiEarly *early = end.peers.early ? take_early(end, *sender) : nullptr) {
        Parts kept;
        good = take_apart(reinterpret_cast<unsigned char *>(early + 1), early->length, &kept) &&
               take_in(end, *sender, kept) && good;
        std::free(early);
    }
    return good;
}

} // namespace

Status ofi_send_on(OfiEnd &end, OfiRoute &route, OfiKind kind, const ConduitMessage &message) {
    if (route.lost) return Status::system_error;
    if (route.unfinished && (kind == OfiKind::message || kind == OfiKind::internal))
        return Status::again; // not before the rest of a put
    if (!route.greeted)
        if (const Status status = greet(end, route); !is_ok(status)) return status;
    return send_one(end, route, kind, message);
}

Status ofi_send(Conduit &conduit, NodeNumber peer, const ConduitMessage &message) {
    OfiEnd &end = ofi(conduit);
    if (peer >= end.options.nodes || message.header_bytes > ofi_max_header || message.payload_bytes > ofi_max_payload)
        return Status::bad_argument;
    OfiGuard guard(end);
    OfiRoute *route = ofi_route(end, peer);
    if (!route) return Status::again;
    return ofi_send_on(end, *route, message.internal ? OfiKind::internal : OfiKind::message, message);
}

Status ofi_send_back(Conduit &conduit, std::uint64_t to, const ConduitMessage &message) {
    OfiEnd &end = ofi(conduit);
    if (message.header_bytes > ofi_max_header || message.payload_bytes > ofi_max_payload) return Status::bad_argument;
    OfiGuard guard(end);
    OfiSender *sender = ofi_sender(end, to);
    if (!sender) return Status::bad_argument;
    OfiRoute *route = route_back(end, *sender);
    return route ? ofi_send_on(end, *route, OfiKind::internal, message) : Status::again;
}

void ofi_receive(OfiEnd &end, const unsigned char *bytes, std::size_t length) {
    alignas(8) static thread_local unsigned char aligned[ofi_max_wire];
    if (reinterpret_cast<std::uintptr_t>(bytes) % 8 && length <= ofi_max_wire)
        bytes = static_cast<unsigned char *>(std::memcpy(aligned, bytes, length));
    Parts parts;
    if (length > ofi_max_wire || !take_apart(bytes, length, &parts) || !accept(end, parts, bytes, length))
        ++end.counts.dropped;
}

// Time counts only while the sender's node is heard, be it by what waits here. A node that is
// stopped or starved may be in the middle of the message that is missing.
void ofi_check_early(OfiEnd &end, std::int64_t now) {
    for (OfiEarly *early = end.peers.early; early; early = early->next) {
        const OfiSender *sender = ofi_sender(end, early->end);
        OfiRoute *route = sender ? ofi_route(end, sender->node) : nullptr;
        if (!route) continue;
        if (!route->heard && (route->asks || route->ping_due))
            early->since = now;
        else if (now - early->since > early_timeouts * end.options.timeout_ns)
            ofi_lose(end, *route, lost_message);
    }
}

Status ofi_receives_make(OfiEnd &end) {
    end.receives.bytes = (ofi_max_wire + 63) / 64 * 64;
    end.receives.count = end.options.leader ? leader_receives : other_receives;
    const std::size_t whole = end.receives.bytes * end.receives.count;
    void *at = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    end.receives.contexts = static_cast<OfiContext *>(std::calloc(end.receives.count, sizeof(OfiContext)));
    if (at == MAP_FAILED) return Status::no_memory;
    end.receives.memory = static_cast<unsigned char *>(at);
    if (!end.receives.contexts) return Status::no_memory;
    if (end.traits.local_registration)
        if (const Status status = ofi_register_raw(end, at, whole, FI_RECV, &end.receives.registration); !is_ok(status))
            return status;
    for (unsigned i = 0; i < end.receives.count; ++i) {
        end.receives.contexts[i].use = OfiUse::receive;
        end.receives.contexts[i].bytes = end.receives.memory + i * end.receives.bytes;
        end.receives.due |= std::uint64_t{1} << i;
    }
    return Status::ok;
}

// What the provider refuses is tried again by each poll: the last receive may be among it, and
// nothing else would come in then.
void ofi_post_receives(OfiEnd &end) {
    for (std::uint64_t due = end.receives.due; due; due &= due - 1) {
        const unsigned i = static_cast<unsigned>(__builtin_ctzll(due));
        iovec piece{end.receives.contexts[i].bytes, end.receives.bytes};
        void *descriptor = end.receives.registration ? fi_mr_desc(end.receives.registration) : nullptr;
        fi_msg message{};
        message.msg_iov = &piece;
        message.desc = &descriptor;
        message.iov_count = 1;
        message.addr = FI_ADDR_UNSPEC;
        message.context = &end.receives.contexts[i].provider;
        if (!fi_recvmsg(end.provider.endpoint, &message, FI_COMPLETION)) end.receives.due &= ~(std::uint64_t{1} << i);
    }
}

} // namespace polder
