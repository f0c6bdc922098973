// Reads the pipe, decides where a piece ends, and sends it within the window.
#include "tools/run/remote/agent/output_pump.h"
#include "tools/run/remote/wire/pack.h"

#include <cerrno>
#include <unistd.h>

namespace polder::run {

OutputPump::OutputPump(std::uint32_t stream, int fd, FutexLock &lock, Channel &channel)
    : stream_(stream), fd_(fd), lock_(lock), channel_(channel) {}

bool OutputPump::fill(std::size_t most) {
    static thread_local char piece[OutputPump::window];
    while (most) {
        const ssize_t got = read(fd_, piece, most < sizeof piece ? most : sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        held_.append(piece, static_cast<std::size_t>(got));
        most -= static_cast<std::size_t>(got);
    }
    return false;
}

bool OutputPump::lock_is_free() {
    if (!lock_.try_lock()) return false;
    lock_.unlock();
    return true;
}

void OutputPump::send(std::size_t bytes, bool may_end) {
    if (!bytes && (!open_ || !may_end)) return;
    open_ = !may_end;
    channel_.send(Frame::output,
                  Packer().add(stream_).add(static_cast<std::uint32_t>(may_end)).take() + held_.substr(0, bytes));
    held_.erase(0, bytes);
    under_way_ += bytes;
}

// Why a free lock and then an empty pipe mean the end of a piece. (1) Writers write under the lock
// only. (2) So when the lock is free, all bytes of all pieces so far are in the pipe or in held_.
// (3) If the pipe is then found empty, all of them are in held_.
void OutputPump::pump() {
    wants_turn_soon_ = false;
    for (bool settled = false; !settled;) {
        const bool empty = fill(window - under_way_ - held_.size());
        const std::size_t line_end = held_.rfind('\n') + 1; // 0: none
        if (line_end) send(line_end, true);
        if (held_.empty() && !open_) return;
        if (!empty) return under_way_ + held_.size() == window ? send(held_.size(), false) : void(); // a very long line
        const bool free = lock_is_free();
        const std::size_t before = held_.size();
        settled = fill(window - under_way_ - held_.size()) && held_.size() == before;
        if (settled && free) return send(held_.size(), true);
        wants_turn_soon_ = settled;
    }
}

void OutputPump::pump_last() {
    while (!fill(window)) {
    }
    while (!held_.empty())
        send(held_.size() < window ? held_.size() : window, held_.size() <= window);
    send(0, true);
}

} // namespace polder::run
