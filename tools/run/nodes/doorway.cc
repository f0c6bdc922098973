#include "tools/run/nodes/doorway.h"
#include "base/clock.h"
#include "tools/run/nodes/addresses.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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
    return errno = error, -1;
}

unsigned port_of(int fd) {
    sockaddr_storage name{};
    socklen_t size = sizeof name;
    getsockname(fd, reinterpret_cast<sockaddr *>(&name), &size);
    return ntohs(name.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6 *>(&name)->sin6_port
                                            : reinterpret_cast<sockaddr_in *>(&name)->sin_port);
}

} // namespace

Doorway::~Doorway() {
    close_port();
    while (!guests_.empty())
        drop(guests_.size() - 1);
}

bool Doorway::open(const std::string &interface, std::string *error) {
    addresses_ = own_addresses(interface);
    if (addresses_.empty())
        return *error = interface.empty() ? "this machine has no network" : "no network of this machine is '" + interface + "' (--interface)", false;
    listener_ = listen_on(AF_INET6);
    if (listener_ < 0) listener_ = listen_on(AF_INET);
    if (listener_ < 0) return *error = std::string("cannot listen for the other hosts: ") + std::strerror(errno), false;
    port_ = port_of(listener_);
    return true;
}

void Doorway::close_port() {
    if (listener_ >= 0) close(listener_);
    listener_ = -1;
}

void Doorway::greet(int fd) {
    if (guests_.size() == most_guests) drop(0); // the one that has waited longest
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    const int yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); // no effect on a socket of this machine
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    guests_.push_back({fd, greeting_make(), {}, 0, clock_ns()});
    if (send(fd, &guests_.back().greeting, sizeof(Greeting), MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof(Greeting))) drop(guests_.size() - 1);
}

void Doorway::accept_all() {
    for (int turn = 0; turn < 256; ++turn) {
        const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) return;
        greet(fd);
    }
}

const std::vector<int> &Doorway::descriptors() {
    descriptors_.clear();
    if (listener_ >= 0) descriptors_.push_back(listener_);
    for (const Guest &guest : guests_)
        descriptors_.push_back(guest.fd);
    return descriptors_;
}

void Doorway::ready(int fd, const std::function<void(unsigned, int)> &admit,
                    const std::function<void(unsigned, const std::string &)> &turn_away) {
    if (fd == listener_) return accept_all();
    std::size_t which = 0;
    while (which < guests_.size() && guests_[which].fd != fd)
        ++which;
    if (which == guests_.size()) return;
    Guest &guest = guests_[which];
    const ssize_t got = recv(fd, reinterpret_cast<char *>(&guest.answer) + guest.got, sizeof guest.answer - guest.got, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) return drop(which);
    guest.got += static_cast<std::size_t>(got);
    if (guest.got < sizeof guest.answer) return;
    const Verdict verdict = answer_judge(key_, guest.greeting, guest.answer);
    if (verdict == Verdict::stranger) return drop(which);
    const bool accepted = verdict == Verdict::accepted;
    const Welcome welcome = welcome_make(key_, guest.greeting, guest.answer, accepted);
    const bool told = send(fd, &welcome, sizeof welcome, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof welcome);
    const Answer answer = guest.answer;
    if (!told || !accepted) drop(which);
    if (told && accepted) guests_.erase(guests_.begin() + static_cast<std::ptrdiff_t>(which));
    if (told && accepted) admit(answer.node, fd);
    if (!accepted) turn_away(answer.node, std::string(answer.identity.version, strnlen(answer.identity.version, sizeof answer.identity.version)));
}

void Doorway::drop_late() {
    const std::int64_t now = clock_ns();
    while (!guests_.empty() && now - guests_.front().since_ns > patience_ns)
        drop(0);
}

void Doorway::drop(std::size_t guest) {
    close(guests_[guest].fd);
    guests_.erase(guests_.begin() + static_cast<std::ptrdiff_t>(guest));
}

} // namespace polder::run
