// Output pump: in an agent, what the processes of the node write to a stream, on its way to the
// first upcrun.
//
// The processes write to a pipe, piece after piece, each under the node's lock of the stream
// (runtime/io/output.h). A line may end where the bytes do, or where no process holds the lock and
// the pipe is empty. In the second case everything written so far is a whole piece. Such a piece
// may be a prompt without its end of line. Only so much is under way as has not been acknowledged;
// beyond that the pipe fills, and the program waits. A piece without bytes says that the line may
// end after all.
#pragma once

#include "base/futex.h"
#include "tools/run/remote/wire/channel.h"

#include <cstddef>
#include <string>

namespace polder::run {

class OutputPump {
public:
    static constexpr std::size_t window = 64 << 10;

    OutputPump(std::uint32_t stream, int fd, FutexLock &lock, Channel &channel);

    void pump();
    void pump_last(); // the writers are gone: all that is there, acknowledged or not
    void acknowledge(std::size_t bytes) { under_way_ -= bytes < under_way_ ? bytes : under_way_; }
    bool wants_input() const { return under_way_ + held_.size() < window; }
    bool wants_turn_soon() const { return wants_turn_soon_; }
    int fd() const { return fd_; }

private:
    bool fill(std::size_t most); // true: the pipe is empty
    bool lock_is_free();
    void send(std::size_t bytes, bool may_end);

    std::uint32_t stream_;
    int fd_; // reading, not blocking
    FutexLock &lock_;
    Channel &channel_;
    std::string held_;
    std::size_t under_way_ = 0;
    bool open_ = false; // a line may not end where the last piece did
    bool wants_turn_soon_ = false;
};

} // namespace polder::run
