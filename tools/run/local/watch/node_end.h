// Node end: that the job is over for this node, and the exit code of its processes.
//
// Invariant: the first end before its time is the only one. It kills what is left, and nothing
// changes the code behind it. Held by tests/unit/tools/run/local/watch/node_end.cc.
#pragma once

#include "tools/run/local/watch/children.h"

#include <algorithm>
#include <csignal>

namespace polder::run {

class NodeEnd {
public:
    explicit NodeEnd(Children &children) : children_(children) {}

    // A process has ended by itself: the worst code of all counts.
    void take_code(int code) {
        if (!is_early_) code_ = std::max(code_, code);
    }
    // Before its time. The first call counts.
    void end(int code) {
        if (is_early_) return;
        is_early_ = true;
        code_ = code;
        children_.signal_all(SIGKILL);
    }
    bool is_early() const { return is_early_; }
    int code() const { return code_; }

private:
    Children &children_;
    bool is_early_ = false;
    int code_ = 0;
};

} // namespace polder::run
