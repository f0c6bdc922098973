// Children: the processes of a node, of which this upcrun is the parent. A child may be a wrapper
// (time, gdb), whose own child is the UPC program; the process record has the program's number
// then.
//
// What the provider `shm` leaves of a child goes once the child has been waited for
// (provider_objects.h).
//
// Invariant: a child that has been waited for is never signalled, as its number may be another
// process's by then. Held by tests/unit/tools/run/local/watch/children.cc.
#pragma once

#include "runtime/core/job.h"

#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace polder::run {

class Children {
public:
    static constexpr unsigned none = ~0u;

    Children(ControlBlock &block, std::vector<pid_t> pids);

    bool any_left() const { return left_ != 0; }
    const std::vector<pid_t> &pids() const { return pids_; } // by process; 0: waited for
    void signal_all(int signal);                             // wrappers and programs

    struct Ended {
        unsigned process;
        pid_t pid;
        int status;
        std::int64_t processor_ms; // time it has used
    };
    // Waits for the next one that has ended; none: all of the rest live.
    std::optional<Ended> next_ended();

    bool any_exits() const; // has begun to, and has not been waited for
    // A program that neither handles, ignores nor blocks a signal.
    bool any_dies_by(int signal) const;
    // At an end before its time. Who has been waited for has written out, and so has `crashed`.
    bool have_written_out(unsigned crashed = none) const;
    struct Wrappers {
        bool any = false;  // is there, with its program
        bool held = false; // one of their programs is held by a debugger
    };
    Wrappers wrappers() const; // that live

private:
    void remove_objects_of(unsigned process) const;
    pid_t program(unsigned process) const { return process_record(block_, process).pid.load(); } // 0: not yet there

    ControlBlock &block_;
    std::vector<pid_t> pids_;
    unsigned left_;
};

} // namespace polder::run
