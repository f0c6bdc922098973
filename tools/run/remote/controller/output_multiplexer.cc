// Holds the pieces of each node until it is that node's turn to write.
#include "tools/run/remote/controller/output_multiplexer.h"

#include <cerrno>
#include <climits>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::run {

OutputMultiplexer::OutputMultiplexer(int fd, unsigned nodes, std::function<void(unsigned, std::size_t)> written)
    : fd_(fd), written_(std::move(written)), queues_(nodes) {
    struct stat facts;
    regular_ = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
}

void OutputMultiplexer::list(unsigned node) {
    Queue &queue = queues_[node];
    if (queue.listed || queue.pieces.empty() || node == owner_) return;
    queue.listed = true;
    turn_.push_back(node);
}

void OutputMultiplexer::add(unsigned node, std::string_view bytes, bool may_end) {
    waiting_ += bytes.size();
    queues_[node].pieces.push_back({std::string(bytes), may_end});
    list(node);
}

void OutputMultiplexer::gone(unsigned node) {
    queues_[node].gone = true;
    if (owner_ == node && queues_[node].pieces.empty()) owner_ = none;
}

bool OutputMultiplexer::choose() {
    if (owner_ != none) return !queues_[owner_].pieces.empty();
    if (turn_.empty()) return false;
    owner_ = turn_.front();
    turn_.pop_front();
    queues_[owner_].listed = false;
    return true;
}

// The descriptor is shared with others and stays blocking: a pipe or terminal that can be written
// to takes PIPE_BUF bytes at once.
ssize_t OutputMultiplexer::write_some(std::string_view bytes) {
    if (regular_) return write(fd_, bytes.data(), bytes.size());
    pollfd ready{fd_, POLLOUT, 0};
    if (poll(&ready, 1, 0) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(fd_, bytes.data(), bytes.size() < PIPE_BUF ? bytes.size() : PIPE_BUF);
}

bool OutputMultiplexer::pump() {
    while (choose()) {
        Queue &queue = queues_[owner_];
        Piece &piece = queue.pieces.front();
        const ssize_t done = piece.bytes.empty() ? 0 : write_some(std::string_view(piece.bytes).substr(queue.at));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return errno == EAGAIN;
        queue.at += static_cast<std::size_t>(done);
        waiting_ -= static_cast<std::size_t>(done);
        if (queue.at < piece.bytes.size()) continue;
        const unsigned node = owner_;
        const bool ended = piece.may_end;
        written_(node, piece.bytes.size());
        queue.pieces.pop_front();
        queue.at = 0;
        if (ended || (queue.gone && queue.pieces.empty())) {
            owner_ = none;
            list(node);
        }
    }
    return true;
}

} // namespace polder::run
