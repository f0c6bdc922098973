// Closed: a peer whose port takes no connections is gone, though the provider does not say so. Providers over TCP close a connection that ends while nothing of ours is
// under way on it without a word, connect anew with the next operation, and answer `again` for as long as that fails: for ever.
//
// Vocabulary. look: four a second, while there is a suspect, or something to be sent that was refused. suspect: a peer that refused something and has taken nothing since. probe: a connection to the port of a
// suspect, on which nothing is said; closed: it was refused, by the machine the peer was on.
//
// A peer that is only stopped, starved or flooded takes connections, or lets them wait: its kernel does that. So this may be sooner than the timeout, which
// is for silence. What is closed twice is lost. Other failures of a probe (no route, no answer) are left to the timeout.
// It is meant for providers that listen by TCP at the address they have. Whether this one does is tried on this end's own port, before the first probe.
//
// Invariant: nothing here waits. There is one probe at a time, and none without a suspect.
#include "conduits/ofi/ofi.h"

#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::int64_t look_ns = 250'000'000;
constexpr unsigned looks_of_suspicion =
    4; // before a probe: a queue that is full for a moment is none. Twice as many before each further one, as
constexpr unsigned most_doubled = 6;   // who is stopped for hours has to take all these connections one day
constexpr unsigned looks_of_probe = 8; // then it has no answer
constexpr std::uint8_t most_closed = 2;

socklen_t bytes_of(const sockaddr_storage &address) {
    return address.ss_family == AF_INET    ? sizeof(sockaddr_in)
           : address.ss_family == AF_INET6 ? sizeof(sockaddr_in6)
                                           : 0;
}

void probe_begin(OfiEnd &end, const ConduitAddress &given, OfiRoute *route) {
    sockaddr_storage address{};
    std::memcpy(&address, ofi_provider_part(given), given.length - sizeof(std::uint32_t));
    const socklen_t length = bytes_of(address);
    if (!length) {
        end.listens = OfiListens::no;
        return;
    }
    const int fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return; // the next look tries again
    const bool failed = connect(fd, reinterpret_cast<sockaddr *>(&address), length) != 0 && errno != EINPROGRESS;
    end.probe = {fd, route, 0, failed ? errno : 0};
}

enum class Answer { none, taken, refused, other };

Answer answer_of(OfiProbe &probe) {
    pollfd fd{probe.fd, POLLOUT, 0};
    int error = probe.error;
    socklen_t length = sizeof error;
    if (!error && ::poll(&fd, 1, 0) <= 0) return ++probe.looks < looks_of_probe ? Answer::none : Answer::other;
    if (!error && getsockopt(probe.fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return Answer::other;
    return error == ECONNREFUSED ? Answer::refused : error ? Answer::other : Answer::taken;
}

void take_answer(OfiEnd &end) {
    const Answer answer = answer_of(end.probe);
    if (answer == Answer::none) return;
    OfiRoute *route = end.probe.route;
    ofi_probe_close(end);
    if (!route)
        end.listens = answer == Answer::taken ? OfiListens::yes : OfiListens::no;
    else if (answer != Answer::refused)
        route->suspect = route->closed = 0,
        route->probes = static_cast<std::uint8_t>(route->probes + (route->probes < most_doubled));
    else if (++route->closed >= most_closed)
        ofi_lose(end, *route, "its port is closed: its process has ended");
}

void look_at(OfiEnd &end, OfiRoute &route) {
    const bool refused = route.refused & ofi_in_look, taken = route.taken & ofi_in_look;
    route.refused &= ofi_in_tick, route.taken &= ofi_in_tick;
    ofi_send_due(end, route, true);
    if (route.lost || !route.leader || end.listens == OfiListens::no) return;
    if (taken) route.suspect = route.closed = route.probes = 0;
    if (taken || !(refused || route.suspect)) return;
    end.suspicious = true;
    if (route.suspect < looks_of_suspicion << route.probes)
        ++route.suspect;
    else if (end.probe.fd < 0)
        end.listens == OfiListens::yes ? probe_begin(end, end.addresses[route.node], &route)
                                       : probe_begin(end, end.address, nullptr);
}

} // namespace

void ofi_look(OfiEnd &end, std::int64_t now) {
    if (!end.suspicious || now < end.look_at) return;
    end.look_at = now + look_ns;
    end.suspicious = false;
    if (end.probe.fd >= 0) take_answer(end);
    ofi_each_route(end, [&](OfiRoute &route) { look_at(end, route); });
}

void ofi_probe_close(OfiEnd &end) {
    if (end.probe.fd >= 0) close(end.probe.fd);
    end.probe.fd = -1;
}

} // namespace polder
