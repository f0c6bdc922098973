// Input: standard input of a job of several nodes, read here and sent to thread 0's node, no more
// at a time than it takes. A job in the background does not touch its terminal: it would be
// stopped.
#pragma once

#include "tools/run/remote/wire/channel.h"

#include <cstddef>

namespace polder::run {

class Input {
public:
    static constexpr std::size_t window = 64 << 10;

    void start() { open_ = true; }
    bool wants_input() const { return open_ && under_way_ < window && !in_background(); }
    bool wants_turn_soon() const { return open_ && in_background(); }
    // Files cannot be waited for.
    void set_always_ready() { always_ready_ = true; }
    bool always_ready() const { return always_ready_; }
    void read_some(Channel &to);
    void consumed(std::size_t bytes) { under_way_ -= bytes < under_way_ ? bytes : under_way_; }

private:
    static bool in_background();
    bool open_ = false;
    bool always_ready_ = false;
    std::size_t under_way_ = 0;
};

} // namespace polder::run
