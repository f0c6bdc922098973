// Stopped processes: a process of the program that somebody has stopped (SIGSTOP) holds up the whole job, and for all that others can see it is lost.
// One that a debugger holds is not.
#pragma once

#include "runtime/core/job.h"

#include <cstdint>
#include <vector>

namespace polder::run {

class StoppedProcesses {
public:
    explicit StoppedProcesses(ControlBlock &block) : block_(block), since_ns_(block.shape.processes) {}

    // Call now and then. The process that has been stopped for longer than the limit, or none.
    static constexpr unsigned none = ~0u;
    unsigned look(const std::vector<pid_t> &children, std::int64_t limit_ns);
    void forget(); // they were stopped by us

private:
    ControlBlock &block_;
    std::vector<std::int64_t> since_ns_; // 0: runs
};

} // namespace polder::run
