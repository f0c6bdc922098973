// Lines: is a peer gone that seems to be gone?
//
// Why time does not tell. A peer that does not answer may be starved of a core, be stopped, or
// compute (POLDER_PROGRESS=poll). Providers over TCP connect anew for ever to a peer that has
// ended, and answer `again` meanwhile. The kernel of the peer's machine tells, however little of
// its cores its processes get.
//
// Vocabulary.
//   suspect  a peer that refused something and has taken nothing for a second since, or that has
//            been silent for a timeout
//   line     a connection to the port of a suspect, on which nothing is said. The suspect's kernel
//            takes it, even if its process is stopped, and goes on to acknowledge that it is there
//   look     a probe of suspects, every 250 ms. There are none while there is no suspect and
//            nothing was refused
//
//   what a look finds                                     what it means
//   the line is taken, and holds                          the process exists: it is slow
//   it is refused, or breaks and the next one is refused  the process has ended. Refused twice, the
//                                                         peer is lost, long before a timeout
//   no answer, no route; or a line that held times out    the machine or the way to it is down:
//                                                         lost after a timeout. Of a line that
//                                                         holds, the kernel asks the other one
//                                                         (TCP's keepalive)
//
// One line a suspect. A stopped process does not take connections out of its kernel's queue. Many
// lines would fill that queue, and later ones would get no answer.
//
// Which providers. Those that listen by TCP at the address they have. This end tries its own port
// before the first line to find out. For other providers, errors and the launcher tell of a death.
// Silence alone does so only where peers are expected to poll all the time (options.attended).
//
// Nothing here waits.
#include "conduits/ofi/ofi.h"

#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::int64_t look_ns = 250'000'000;
constexpr unsigned looks_of_suspicion = 4; // a queue that is full for a moment is none
constexpr std::uint8_t most_closed = 2;

socklen_t bytes_of(const sockaddr_storage &address) {
    return address.ss_family == AF_INET    ? sizeof(sockaddr_in)
           : address.ss_family == AF_INET6 ? sizeof(sockaddr_in6)
                                           : 0;
}

unsigned looks_of_timeout(const OfiEnd &end) {
    const std::int64_t looks = end.options.timeout_ns / look_ns;
    return looks < 4 ? 4 : looks < UINT16_MAX ? static_cast<unsigned>(looks) : UINT16_MAX;
}

// A line that falls silent ends after a timeout. A quarter of that passes before the kernel asks
// first, and a quarter behind each of three questions. TCP counts whole seconds.
void keep_alive(int fd, std::int64_t timeout_ns) {
    const std::int64_t seconds = timeout_ns / 1'000'000'000 / 4;
    const int yes = 1;
    const int each = seconds < 1 ? 1 : seconds < 3600 ? static_cast<int>(seconds) : 3600;
    const int most = 3;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &each, sizeof each);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &each, sizeof each);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &most, sizeof most);
}

// 0, or the error of a connection that failed at once. EPROTOTYPE: no address of the internet. No
// line and 0: not now.
int line_open(const OfiEnd &end, const ConduitAddress &given, int *line) {
    sockaddr_storage address{};
    std::memcpy(&address, ofi_provider_part(given), given.length - sizeof(std::uint32_t));
    const socklen_t length = bytes_of(address);
    if (!length) return EPROTOTYPE;
    const int fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0; // the next look tries again
    keep_alive(fd, end.options.timeout_ns);
    const bool failed = connect(fd, reinterpret_cast<sockaddr *>(&address), length) != 0 && errno != EINPROGRESS;
    const int error = failed ? errno : 0;
    *line = fd + 1;
    if (failed) ofi_line_close(*line);
    return error;
}

enum class Line { waits, holds, broken };

// error: why it is broken; 0: the other side has closed it.
Line line_state(int line, int *error) {
    pollfd fd{line - 1, POLLOUT | POLLRDHUP, 0};
    *error = 0;
    if (::poll(&fd, 1, 0) <= 0) return Line::waits;
    socklen_t length = sizeof *error;
    if (getsockopt(line - 1, SOL_SOCKET, SO_ERROR, error, &length) != 0) *error = errno;
    return *error || fd.revents & (POLLERR | POLLHUP | POLLRDHUP) ? Line::broken : Line::holds;
}

void not_heard(OfiEnd &end, OfiRoute &route) {
    if (++route.unanswered >= looks_of_timeout(end))
        ofi_lose(end, route, "it cannot be reached: nothing is heard of its machine");
}

// A line could not be made, or has ended.
void broken(OfiEnd &end, OfiRoute &route, int error) {
    const bool held = route.line_holds;
    ofi_line_close(route.line);
    route.line_holds = false;
    if (error == ECONNREFUSED) {
        if (++route.closed >= most_closed) ofi_lose(end, route, "its port is closed: its process has ended");
    } else if (held && (error == ETIMEDOUT || error == EHOSTUNREACH || error == ENETUNREACH))
        ofi_lose(end, route, "it cannot be reached: nothing is heard of its machine any more");
    else if (!held)
        not_heard(end, route);
}

void ask(OfiEnd &end, OfiRoute &route) {
    int error = 0;
    if (!route.line) {
        error = line_open(end, end.addresses[route.node], &route.line);
        if (error) broken(end, route, error);
        return;
    }
    switch (line_state(route.line, &error)) {
    case Line::waits: return not_heard(end, route);
    case Line::broken: return broken(end, route, error);
    case Line::holds: break;
    }
    route.line_holds = true;
    route.closed = 0;
    route.unanswered = 0;
    if (!route.silent || route.told) return;
    route.told = true;
    if (end.options.silent) end.options.silent(end.options.context, route.node);
}

void ask_own(OfiEnd &end) {
    int error = 0;
    if (!end.watch.own_line) {
        error = line_open(end, end.address, &end.watch.own_line);
        if (error) end.watch.listens = OfiListens::no;
        return;
    }
    const Line state = line_state(end.watch.own_line, &error);
    if (state == Line::waits) return; // its own kernel answers at once
    end.watch.listens = state == Line::holds ? OfiListens::yes : OfiListens::no;
    ofi_line_close(end.watch.own_line);
}

void look_at(OfiEnd &end, OfiRoute &route) {
    const bool refused = route.refused & ofi_in_look;
    const bool taken = route.taken & ofi_in_look;
    route.refused &= ofi_in_tick;
    route.taken &= ofi_in_tick;
    ofi_send_due(end, route, true);
    if (route.lost || !route.leader || end.watch.listens == OfiListens::no) return;
    if (taken) route.suspect = 0;
    if (!taken && (refused || route.suspect) && route.suspect < looks_of_suspicion) ++route.suspect;
    end.watch.suspicious |= route.suspect || route.silent;
    if (!route.silent && route.suspect < looks_of_suspicion) {
        ofi_line_close(route.line);
        route.closed = 0;
        route.unanswered = 0;
        route.line_holds = false;
    } else if (end.watch.listens == OfiListens::yes)
        ask(end, route);
    else
        ask_own(end);
}

} // namespace

void ofi_look(OfiEnd &end, std::int64_t now) {
    if (!end.watch.suspicious || now < end.watch.look_at) return;
    end.watch.look_at = now + look_ns;
    end.watch.suspicious = false;
    ofi_each_route(end, [&](OfiRoute &route) { look_at(end, route); });
}

void ofi_line_close(int &line) {
    if (line) close(line - 1);
    line = 0;
}

} // namespace polder
