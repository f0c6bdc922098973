// Routes: destinations, how they are lost, and senders. All under the lock but for reports.
#include "conduits/ofi/ofi.h"

#include "base/clock.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

bool insert_address(OfiEnd &end, const unsigned char *bytes, fi_addr_t *address) {
    return fi_av_insert(end.provider.av, bytes, 1, address, 0, nullptr) == 1;
}

std::uint32_t place_of(const OfiSenders &senders, std::uint64_t number) {
    std::uint32_t i = static_cast<std::uint32_t>(number * 0x9e3779b97f4a7c15 >> 32) & (senders.room - 1);
    while (senders.at[i].end && senders.at[i].end != number)
        i = (i + 1) & (senders.room - 1);
    return i;
}

bool senders_grow(OfiSenders &senders) {
    OfiSenders larger{nullptr, senders.room ? senders.room * 2 : 8, senders.count};
    larger.at = static_cast<OfiSender *>(std::calloc(larger.room, sizeof(OfiSender)));
    if (!larger.at) return false;
    for (std::uint32_t i = 0; i < senders.room; ++i)
        if (senders.at[i].end) larger.at[place_of(larger, senders.at[i].end)] = senders.at[i];
    std::free(senders.at);
    senders = larger;
    return true;
}

} // namespace

OfiRoute *ofi_route_if_made(OfiEnd &end, NodeNumber peer) {
    OfiRoute *page = end.peers.pages[peer / ofi_page];
    return page && page[peer % ofi_page].reached ? &page[peer % ofi_page] : nullptr;
}

OfiRoute *ofi_route(OfiEnd &end, NodeNumber peer) {
    OfiRoute *&page = end.peers.pages[peer / ofi_page];
    if (!page) page = static_cast<OfiRoute *>(std::calloc(ofi_page, sizeof(OfiRoute)));
    if (!page) return nullptr;
    OfiRoute &route = page[peer % ofi_page];
    if (route.reached) return &route;
    route.node = peer;
    route.reached = true;
    route.leader = true;
    ++end.counts.connected;
    std::uint32_t protocol;
    std::memcpy(&protocol, end.addresses[peer].bytes, sizeof protocol);
    if (protocol != ofi_protocol(end.provider.info))
        ofi_lose(end, route, "it has another network provider; set POLDER_PROVIDER and POLDER_INTERFACE");
    else if (!insert_address(end, ofi_provider_part(end.addresses[peer]), &route.address))
        ofi_lose(end, route, "its address is not valid here");
    return &route;
}

void ofi_lose(OfiEnd &end, OfiRoute &route, const char *why) {
    if (route.lost) return;
    route.lost = true;
    route.why = why;
    ofi_line_close(route.line);
    end.peers.losses.store(true, std::memory_order_relaxed);
    end.operations.started -= route.puts + route.others;
    route.puts = 0;
    route.others = 0;
    OfiContext *next = nullptr;
    for (OfiContext *context = end.contexts.with_operation; context; context = next) {
        next = context->next;
        if (context->route != &route) continue;
        ConduitOperation *operation = context->operation;
        if (context->previous)
            context->previous->next = next;
        else
            end.contexts.with_operation = next;
        if (next) next->previous = context->previous;
        context->operation = nullptr; // the provider keeps the context
        ofi_end_later(end, *operation, Status::system_error);
    }
}

Status ofi_refused(OfiEnd &end, OfiRoute &route, ssize_t code) {
    if (code != -FI_EAGAIN) {
        ofi_lose(end, route, fi_strerror(static_cast<int>(-code)));
        return Status::system_error;
    }
    route.refused = ofi_in_both;
    end.watch.suspicious = true;
    return Status::again;
}

void ofi_report_losses(OfiEnd &end) {
    for (;;) {
        const char *why = nullptr;
        NodeNumber node = 0;
        {
            OfiGuard guard(end);
            ofi_each_route(end, [&](OfiRoute &route) {
                if (why || !route.why) return;
                why = route.why;
                node = route.node;
                route.why = nullptr;
            });
            if (!why) end.peers.losses.store(false, std::memory_order_relaxed);
        }
        if (!why) return;
        if (end.options.internal_lost) end.options.internal_lost(end, node);
        if (end.options.lost) end.options.lost(end.options.context, node, why);
    }
}

namespace {

// Whether silence alone may lose a peer. It may where no kernel can be asked, and peers are
// expected to poll all the time.
bool time_decides(const OfiEnd &end) {
    return end.watch.listens == OfiListens::no && end.options.attended;
}

// A peer is lost if what goes to it was refused in ticks in a row, and nothing was taken in
// between. The last attempt alone tells nothing: an end that sends without pause has filled the
// queue whenever it comes to poll. Where a kernel can be asked, the kernel decides (lines.cc).
void check_refusals(OfiEnd &end, OfiRoute &route, bool counts) {
    if (!(route.refused & ofi_in_tick) || (route.taken & ofi_in_tick) || !time_decides(end))
        route.refusals = 0;
    else if (counts && ++route.refusals > ofi_ticks)
        ofi_lose(end, route, "it cannot be reached");
    route.refused &= ofi_in_look;
    route.taken &= ofi_in_look;
}

// Silence is a reason to ask the peer's kernel, not a loss.
void check_silence(OfiEnd &end, OfiRoute &route, bool counts) {
    if (route.heard) {
        route.asks = 0;
        route.silent = false;
        route.told = false;
    } else if (counts && route.asks >= ofi_ticks) {
        if (time_decides(end)) return ofi_lose(end, route, "it does not answer");
        route.silent = true;
        end.watch.suspicious = true;
    }
    if (!route.heard) route.ping_due = true;
    route.heard = false;
    ofi_send_due(end, route, counts);
}

} // namespace

// A ping that could not be sent does not count as a question. One of the next looks sends it
// (lines.cc).
void ofi_send_due(OfiEnd &end, OfiRoute &route, bool counts) {
    if (route.lost) return;
    if (route.ping_due && is_ok(ofi_send_on(end, route, OfiKind::ping, {}))) {
        route.ping_due = false;
        route.asks = static_cast<std::uint8_t>(route.asks + (counts && route.asks < UINT8_MAX));
    }
    if (route.pong_due && is_ok(ofi_send_on(end, route, OfiKind::pong, {}))) route.pong_due = false;
    end.watch.suspicious |= route.ping_due || route.pong_due;
}

// Leaders ask leaders that have been silent. A missing answer counts only if this end has polled
// all the time, and so would have seen it. So neither a process that was stopped nor one that
// computes calls others silent.
void ofi_tick(OfiEnd &end) {
    const std::int64_t now = clock_ns();
    const std::int64_t interval = ofi_interval(end);
    if (now - end.watch.polled > interval / 2) end.watch.gaps = true;
    end.watch.polled = now;
    ofi_look(end, now);
    if (now < end.watch.tick_at) return;
    end.watch.tick_at = now + interval;
    const bool counts = !end.watch.gaps;
    end.watch.gaps = false;
    if (end.peers.early && counts) ofi_check_early(end, now);
    ofi_each_route(end, [&](OfiRoute &route) {
        if (route.lost) return;
        check_refusals(end, route, counts);
        if (end.options.leader && route.leader && route.greeted && route.node != end.options.node)
            check_silence(end, route, counts);
    });
}

OfiSender *ofi_sender(OfiEnd &end, std::uint64_t number) {
    if (!end.peers.senders.room || !number) return nullptr;
    OfiSender &sender = end.peers.senders.at[place_of(end.peers.senders, number)];
    return sender.end ? &sender : nullptr;
}

OfiSender *ofi_sender_add(OfiEnd &end, const OfiWire &wire, const unsigned char *address, std::size_t length) {
    if ((end.peers.senders.count + 1) * 2 > end.peers.senders.room && !senders_grow(end.peers.senders)) return nullptr;
    OfiSender &sender = end.peers.senders.at[place_of(end.peers.senders, wire.end)];
    if (sender.end) return nullptr; // greets twice
    fi_addr_t known = FI_ADDR_UNSPEC;
    if (!wire.leader) {
        if (length + sizeof(std::uint32_t) != end.address.length) return nullptr;
        unsigned char copy[conduit_address_bytes] = {};
        std::memcpy(copy, address, length);
        if (!insert_address(end, copy, &known)) return nullptr;
    }
    sender = {wire.end, wire.proof, nullptr, known, wire.node, wire.sequence + 1, wire.leader != 0};
    ++end.peers.senders.count;
    ++end.counts.connected;
    return &sender;
}

} // namespace polder
