// Report: what upcrun tells people about a job that crashed, lost a process or hangs. All on standard error.
#pragma once

#include "runtime/core/job.h"

#include <string>

namespace polder::run {

// "thread 3", "threads 4-6": those of a process.
std::string threads_of(const ControlBlock &block, unsigned process);
std::string host_name();

// A thread that recorded a crash, with backtrace; its process must still be there.
void report_crash(ControlBlock &block, unsigned thread);

// For every thread where it is and what it waits for. Interrupts each one; takes at most about a second.
void report_positions(ControlBlock &block);

} // namespace polder::run
