// Routes: how a sender reaches an inbox, and how it learns that nobody is there any more.
#include "conduits/smp/smp.h"

#include "base/clock.h"
#include "conduits/authentication_tag.h"

#include <cstdlib>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::int64_t tick_ns = 50'000'000;

std::uint64_t bits_of(SmpPlace place) {
    std::uint64_t bits;
    std::memcpy(&bits, &place, sizeof bits);
    return bits;
}

// Leaves word of the ring at a door of the inbox.
const char *knock(SmpRoute &route, SmpPlace ring) {
    const std::uint32_t door = route.inbox->doors.fetch_add(1, std::memory_order_relaxed);
    if (door >= smp_doors) return "too many processes talk to it";
    route.inbox->door[door].store(bits_of(ring), std::memory_order_release);
    ring_bell(*route.inbox);
    return nullptr;
}

const char *connect(SmpEnd &end, SmpRoute &route) {
    route.pidfd = static_cast<int>(syscall(SYS_pidfd_open, route.place.pid, 0));
    route.inbox = static_cast<SmpInbox *>(smp_map(route.place, sizeof(SmpInbox)));
    if (!route.inbox) return "its process is gone, or belongs to another user";
    if (route.inbox->proof != conduit_tag(end.key, route.node, bits_of(route.place), route.node))
        return "it holds another key";
    SmpPlace place;
    route.ring = static_cast<SmpRing *>(smp_create(sizeof(SmpRing), &place));
    if (!route.ring) return "no memory for messages to it";
    route.ring_fd = place.fd - 1;
    route.ring->end = bits_of(end.place);
    route.ring->node = end.options.node;
    route.ring->proof = conduit_tag(end.key, end.options.node, route.ring->end, route.node);
    return knock(route, place);
}

bool has_ended(const SmpRoute &route) {
    pollfd fd{route.pidfd, POLLIN, 0};
    return route.pidfd >= 0 && ::poll(&fd, 1, 0) > 0;
}

} // namespace

SmpRoute *smp_route_to(SmpEnd &end, SmpPlace place, NodeNumber node) {
    for (SmpRoute *route = end.routes; route; route = route->next)
        if (route->place == place) return route;
    auto *route = static_cast<SmpRoute *>(std::calloc(1, sizeof(SmpRoute)));
    if (!route) return nullptr;
    route->place = place;
    route->node = node;
    route->ring_fd = -1;
    route->next = end.routes;
    end.routes = route;
    ++end.counts.connected;
    if (const char *why = connect(end, *route)) smp_lose(end, *route, why);
    return route;
}

SmpRoute *smp_route(SmpEnd &end, NodeNumber peer) {
    if (SmpRoute *route = end.peers[peer].load(std::memory_order_acquire)) return route;
    SmpPlace place;
    std::memcpy(&place, end.addresses[peer].bytes, sizeof place);
    SmpRoute *route = smp_route_to(end, place, peer);
    end.peers[peer].store(route, std::memory_order_release);
    return route;
}

void smp_lose(SmpEnd &end, SmpRoute &route, const char *why) {
    if (route.lost) return;
    route.lost = true;
    route.why = why;
    end.losses.store(true, std::memory_order_relaxed);
}

void smp_tick(SmpEnd &end) {
    const std::int64_t now = clock_ns();
    if (now < end.tick_at) return;
    end.tick_at = now + tick_ns;
    LoopbackGuard guard(end);
    for (SmpRoute *route = end.routes; route; route = route->next) {
        if (route->lost || route->place == end.place) continue;
        if (has_ended(*route)) smp_lose(end, *route, "its process has ended");
    }
}

void smp_report_losses(SmpEnd &end) {
    for (;;) {
        const char *why = nullptr;
        NodeNumber node = 0;
        {
            LoopbackGuard guard(end);
            for (SmpRoute *route = end.routes; route && !why; route = route->next)
                if (route->why) {
                    why = route->why;
                    node = route->node;
                    route->why = nullptr;
                }
            if (!why) end.losses.store(false, std::memory_order_relaxed);
        }
        if (!why) return;
        if (end.options.internal_lost) end.options.internal_lost(end, node);
        if (end.options.lost) end.options.lost(end.options.context, node, why);
    }
}

void smp_close_routes(SmpEnd &end) {
    while (SmpRoute *route = end.routes) {
        end.routes = route->next;
        if (route->inbox) munmap(route->inbox, sizeof(SmpInbox));
        if (route->ring) munmap(route->ring, sizeof(SmpRing));
        if (route->ring_fd >= 0) close(route->ring_fd);
        if (route->pidfd >= 0) close(route->pidfd);
        std::free(route);
    }
}

} // namespace polder
