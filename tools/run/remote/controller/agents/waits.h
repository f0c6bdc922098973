// Waits: descriptors that are waited for, each with a tag, at a cost that does not grow with their
// number (epoll). Files and the like, which are always ready and cannot be waited for, are refused:
// add says so.
#pragma once

#include <cstdint>
#include <sys/epoll.h>
#include <unistd.h>
#include <vector>

namespace polder::run {

class Waits {
public:
    Waits() : fd_(epoll_create1(EPOLL_CLOEXEC)) {}
    ~Waits() { close(fd_); }
    Waits(const Waits &) = delete;
    Waits &operator=(const Waits &) = delete;

    bool add(int fd, std::uint32_t events, std::uint64_t tag) { return control(EPOLL_CTL_ADD, fd, events, tag); }
    void change(int fd, std::uint32_t events, std::uint64_t tag) { control(EPOLL_CTL_MOD, fd, events, tag); }
    // Before it is closed: a forked child may still hold the descriptor.
    void remove(int fd) { epoll_ctl(fd_, EPOLL_CTL_DEL, fd, nullptr); }

    // Those that are ready, some hundreds at most; none when the time is over or a signal came.
    const std::vector<epoll_event> &wait(int timeout_ms) {
        ready_.resize(most);
        const int count = epoll_wait(fd_, ready_.data(), most, timeout_ms);
        ready_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return ready_;
    }

private:
    static constexpr int most = 256;
    bool control(int what, int fd, std::uint32_t events, std::uint64_t tag) {
        epoll_event event{};
        event.events = events;
        event.data.u64 = tag;
        return epoll_ctl(fd_, what, fd, &event) == 0;
    }
    int fd_;
    std::vector<epoll_event> ready_;
};

} // namespace polder::run
