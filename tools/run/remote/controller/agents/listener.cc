// Listens, takes connections, and lets in whoever proves the key in time.
#include "tools/run/remote/controller/agents/listener.h"
#include "base/clock.h"
#include "tools/run/remote/wire/addresses.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr std::int64_t patience_ns = 10'000'000'000;
constexpr std::size_t most_guests = 1024;

int listen_on(int family) {
    const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    const int no = 0;
    sockaddr_storage any{};
    any.ss_family = static_cast<sa_family_t>(family);
    if (family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    const socklen_t length = family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    if (bind(fd, reinterpret_cast<sockaddr *>(&any), length) == 0 && listen(fd, 4096) == 0) return fd;
    const int error = errno;
    close(fd);
    errno = error;
    return -1;
}

unsigned port_of(int fd) {
    sockaddr_storage name{};
    socklen_t size = sizeof name;
    getsockname(fd, reinterpret_cast<sockaddr *>(&name), &size);
    return ntohs(name.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6 *>(&name)->sin6_port
                                            : reinterpret_cast<sockaddr_in *>(&name)->sin_port);
}

} // namespace

Listener::Listener(const JobKey &key) : key_(key), waits_(epoll_create1(EPOLL_CLOEXEC)) {}

Listener::~Listener() {
    close_port();
    while (!guests_.empty())
        drop(guests_.size() - 1);
    if (waits_ >= 0) close(waits_);
}

void Listener::watch(int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    epoll_ctl(waits_, EPOLL_CTL_ADD, fd, &event);
}

bool Listener::open(const std::string &interface, std::string *error) {
    addresses_ = own_addresses(interface);
    if (addresses_.empty()) {
        *error = interface.empty() ? "this machine has no network"
                                   : "no network of this machine is '" + interface + "' (--interface)";
        return false;
    }
    listener_ = listen_on(AF_INET6);
    if (listener_ < 0) listener_ = listen_on(AF_INET);
    if (listener_ < 0) {
        *error = std::string("cannot listen for the other hosts: ") + std::strerror(errno);
        return false;
    }
    port_ = port_of(listener_);
    watch(listener_);
    return true;
}

void Listener::close_port() {
    if (listener_ >= 0) close(listener_);
    listener_ = -1;
}

void Listener::greet(int fd) {
    if (guests_.size() == most_guests) drop(0); // the one that has waited longest
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    guests_.push_back({fd, greeting_make(), {}, 0, clock_ns()});
    watch(fd);
    if (send(fd, &guests_.back().greeting, sizeof(Greeting), MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof(Greeting)))
        drop(guests_.size() - 1);
}

void Listener::accept_all() {
    for (int turn = 0; turn < 256; ++turn) {
        const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) return;
        greet(fd);
    }
}

std::vector<Listener::Arrival> Listener::look() {
    std::vector<Arrival> arrivals;
    epoll_event events[64];
    const int count = epoll_wait(waits_, events, 64, 0);
    for (int i = 0; i < count; ++i)
        if (events[i].data.fd == listener_)
            accept_all();
        else
            hear(events[i].data.fd, arrivals);
    return arrivals;
}

void Listener::hear(int fd, std::vector<Arrival> &arrivals) {
    std::size_t which = 0;
    while (which < guests_.size() && guests_[which].fd != fd)
        ++which;
    if (which == guests_.size()) return;
    Guest &guest = guests_[which];
    const ssize_t got =
        recv(fd, reinterpret_cast<char *>(&guest.answer) + guest.got, sizeof guest.answer - guest.got, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) return drop(which);
    guest.got += static_cast<std::size_t>(got);
    if (guest.got == sizeof guest.answer) judge(which, arrivals);
}

void Listener::judge(std::size_t which, std::vector<Arrival> &arrivals) {
    const Guest guest = guests_[which];
    const Verdict verdict = answer_judge(key_, guest.greeting, guest.answer);
    if (verdict == Verdict::stranger) return drop(which);
    const bool accepted = verdict == Verdict::accepted;
    const Welcome welcome = welcome_make(key_, guest.greeting, guest.answer, accepted);
    const bool told = send(guest.fd, &welcome, sizeof welcome, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof welcome);
    const Identity &other = guest.answer.identity;
    if (accepted && told) {
        let_go(which);
        arrivals.push_back({guest.answer.node, guest.fd, guest.answer.machine, {}});
    } else {
        drop(which);
        if (!accepted)
            arrivals.push_back(
                {guest.answer.node, -1, 0, std::string(other.version, strnlen(other.version, sizeof other.version))});
    }
}

void Listener::drop_late() {
    const std::int64_t now = clock_ns();
    while (!guests_.empty() && now - guests_.front().since_ns > patience_ns)
        drop(0);
}

void Listener::drop(std::size_t guest) {
    const int fd = guests_[guest].fd;
    let_go(guest);
    close(fd);
}

// A forked agent may hold a copy of the descriptor for a moment, so closing alone would not end the
// watch.
void Listener::let_go(std::size_t guest) {
    epoll_ctl(waits_, EPOLL_CTL_DEL, guests_[guest].fd, nullptr);
    guests_.erase(guests_.begin() + static_cast<std::ptrdiff_t>(guest));
}

} // namespace polder::run
