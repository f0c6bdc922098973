// Stopped processes: a process of the program that somebody has stopped (SIGSTOP) holds up the
// whole job. For all that others can see, such a process is lost. One that a debugger holds is not.
#pragma once

#include "runtime/core/job.h"

#include <cstdint>
#include <vector>

namespace polder::run {

class StoppedProcesses {
public:
    explicit StoppedProcesses(ControlBlock &block) : block_(block), stops_(block.shape.processes) {}

    // Is it time to look, every so many nanoseconds? be_due(): at once.
    bool is_due(std::int64_t every_ns);
    void be_due() { next_look_ns_ = 0; }
    // Call now and then. The process that has been stopped for longer than the limit, without
    // running in between, or none.
    static constexpr unsigned none = ~0u;
    unsigned look(const std::vector<pid_t> &children, std::int64_t limit_ns);
    void forget(); // they were stopped by us

private:
    struct Stop {
        unsigned long which = 0; // 0: runs
        std::int64_t since_ns = 0;
    };
    ControlBlock &block_;
    std::vector<Stop> stops_;
    std::int64_t next_look_ns_ = 0;
};

} // namespace polder::run
