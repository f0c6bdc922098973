// Job end: that a job of several nodes is over, why, and when its agents have gone. A job that ends
// by itself has the worst exit code of its nodes. A job that ends by upc_global_exit, or because a
// node has failed, has the exit code of that. It ends when all nodes have written out their
// streams, or have had their time.
//
// Invariant: the first cause is the only one. It gives the exit status of the job and the message,
// whatever comes to light later. Held by tests/unit/tools/run/remote/controller/job_end.cc.
//
// Cost: the end is told to every agent, once. Until they have gone, a look whether they have is one
// at every agent. Before the end nothing here depends on the number of nodes.
#pragma once

#include "tools/run/remote/controller/job_parts.h"

#include <cstdint>
#include <string>

namespace polder::run {

class JobEnd {
public:
    explicit JobEnd(const JobParts &job) : job_(job) {}

    // All processes of a node have ended by themselves.
    void take_code(int code);
    void end_well() { end(code_, ""); }
    // A node has failed. As with end, the first call counts.
    void fail(int code, const std::string &message);
    // The first call counts; an empty message is not printed.
    void end(int code, const std::string &message);

    // upc_global_exit was called on a node.
    void leave(int code);
    void look_at_clock(std::int64_t now_ns);
    std::int64_t next_ns() const { return is_over_ ? 0 : leave_end_ns_; } // 0: nothing is waited for

    bool is_leaving() const { return leave_end_ns_ != 0; }

    bool is_over() const { return is_over_; }
    int code() const { return code_; }
    // The agents have gone, but for those that cannot hear us. None is waited for longer than the
    // farewell lasts.
    bool is_done(std::int64_t now_ns) const;

private:
    void say(const std::string &message);

    JobParts job_;
    bool is_over_ = false;
    int code_ = 0;
    std::int64_t leave_end_ns_ = 0; // 0: nobody left
    std::int64_t farewell_end_ns_ = 0;
};

} // namespace polder::run
