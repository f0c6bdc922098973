// Launch: the processes of the job, forked and executed over the inherited control block.
//
// Invariants. A process dies with its launcher (parent-death signal, set before exec and checked
// against the race). The launcher keeps no descriptor that a process needs after start. Nothing has
// a name in the file system. Held by tests/e2e/run/run_kill.py.
#pragma once

#include "runtime/core/job.h"
#include "tools/run/local/labels.h"

#include <csignal>
#include <string>
#include <vector>

namespace polder::run {

// Full path of the program as the shell would find it. Ends upcrun with status 126 or 127 and a
// message if it cannot be run.
std::string find_program(const char *name);

struct Program {
    std::string path;
    char **arguments;
    sigset_t mask; // of signals, as upcrun found it
    int control_fd;
    // Descriptors; input is the first process's, others have none. -1: nobody's.
    int input = 0;
    int output = 1;
    int error = 2;
    std::vector<std::string> environment = {}; // NAME=value, over that of upcrun
};

// Starts all processes; result: their pids. A pid may be that of a wrapper (time, strace, gdb)
// whose child is the UPC program. The child's pid stands in the process record once it has joined.
// Empty, and a text of why, if a process could not be made. With --label the lines of wrappers go
// through `labels`, which must outlive the processes; null: they go as they are.
std::vector<pid_t> launch_processes(ControlBlock &block, const Program &program, Labels *labels, std::string *error);

// A signal to a process of the job, and to the wrapper around it. Nothing if `child` is 0: it has
// been waited for.
void signal_process(ControlBlock &block, unsigned process, pid_t child, int signal);

} // namespace polder::run
