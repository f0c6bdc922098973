// Launch: the processes of the job, forked and executed over the inherited control block.
//
// Invariants: a process dies with its launcher (parent-death signal, set before exec and checked against the race); the
// launcher keeps no descriptor a process needs after start; nothing has a name in the file system.
#pragma once

#include "runtime/core/job.h"

#include <csignal>
#include <string>

namespace polder::run {

// Full path of the program as the shell would find it. Ends upcrun with status 126 or 127 and a message if it cannot be run.
std::string find_program(const char *name);

// Threads the program was compiled for (upcc -fupc-threads), as its section polder_unit says; 0: any number, or not known.
unsigned static_threads_of(const std::string &path);

// Starts all processes; pids go to the process records. `mask` is the signal mask the programs get. False, after a message, if
// a process could not be made: those already there have been killed.
bool launch_processes(ControlBlock &block, int control_fd, const std::string &path, char **arguments,
                      const sigset_t &mask);

// SIGKILL to every process that is still there.
void kill_processes(ControlBlock &block);

} // namespace polder::run
