// Sends and receives frames; a queue holds what the socket does not take at once.
#include "tools/run/remote/wire/channel.h"
#include "base/clock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace polder::run {

namespace {

struct Head {
    std::uint32_t kind;
    std::uint32_t size;
};
constexpr std::uint32_t largest = 1u << 30;

} // namespace

Channel::Channel(int fd) : fd_(fd), heard_ns_(clock_ns()) {
    const int yes = 1;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); // no effect on a socket of this machine
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
}

Channel::~Channel() {
    close(fd_);
}

void Channel::heard_now() {
    heard_ns_ = clock_ns();
}

bool Channel::receive() {
    in_.erase(0, in_at_);
    in_at_ = 0;
    static thread_local char piece[1 << 16];
    for (int turn = 0; turn < 16 && !broken_; ++turn) { // others want their turn too
        const ssize_t got = recv(fd_, piece, sizeof piece, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (got <= 0) broken_ = true;
        if (got <= 0) break;
        in_.append(piece, static_cast<std::size_t>(got));
        heard_now();
        if (static_cast<std::size_t>(got) < sizeof piece) break;
    }
    return !broken_;
}

bool Channel::next(Received *frame) {
    Head head;
    if (in_.size() - in_at_ < sizeof head) return false;
    std::memcpy(&head, in_.data() + in_at_, sizeof head);
    if (head.kind >= static_cast<std::uint32_t>(Frame::count) || head.size > largest) {
        broken_ = true;
        return false;
    }
    if (in_.size() - in_at_ - sizeof head < head.size) return false;
    *frame = {static_cast<Frame>(head.kind), std::string_view(in_).substr(in_at_ + sizeof head, head.size)};
    in_at_ += sizeof head + head.size;
    return true;
}

void Channel::send(Frame kind, Bytes bytes) {
    const Head head{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(bytes->size())};
    const std::lock_guard<std::mutex> guard(lock_);
    if (broken_) return;
    out_.push_back({std::make_shared<const std::string>(reinterpret_cast<const char *>(&head), sizeof head), 0});
    if (!bytes->empty()) out_.push_back({std::move(bytes), 0});
    flush_locked();
}

void Channel::send_alive() {
    {
        const std::lock_guard<std::mutex> guard(lock_);
        if (!out_.empty()) return flush_locked();
    }
    send(Frame::alive);
}

void Channel::flush_locked() {
    while (!out_.empty()) {
        Piece &piece = out_.front();
        const ssize_t sent =
            ::send(fd_, piece.bytes->data() + piece.at, piece.bytes->size() - piece.at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (sent < 0) return out_.clear(); // the reading side notices and says so
        piece.at += static_cast<std::size_t>(sent);
        if (piece.at == piece.bytes->size()) out_.pop_front();
    }
}

void Channel::flush() {
    const std::lock_guard<std::mutex> guard(lock_);
    flush_locked();
}

bool Channel::has_unsent() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return !out_.empty();
}

void Channel::drain(int timeout_ms) {
    const std::int64_t end = clock_ns() + std::int64_t{timeout_ms} * 1000000;
    for (flush(); has_unsent(); flush()) {
        const std::int64_t left = end - clock_ns();
        pollfd wait{fd_, POLLOUT, 0};
        if (left <= 0 || poll(&wait, 1, static_cast<int>(left / 1000000 + 1)) < 0) return;
        if (wait.revents & (POLLERR | POLLHUP)) return;
    }
}

} // namespace polder::run
