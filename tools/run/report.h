// Report: what upcrun tells people about a job that crashed, lost a process or hangs, as text.
#pragma once

#include "runtime/core/job.h"

#include <string>

namespace polder::run {

// "thread 3", "threads 4-6": those of a process.
std::string threads_of(const ControlBlock &block, unsigned process);
// Of this node; "ns2 (node 1)" in a job of several.
std::string host_name();
void set_host_name(std::string name);

// A thread that recorded a crash, with backtrace; its process must still be there. The lines behind the first are whole ones.
std::string report_crash(ControlBlock &block, unsigned thread);

// For every thread of the node where it is and what it waits for. Interrupts each one; takes at most about a second.
std::string report_positions(ControlBlock &block);

} // namespace polder::run
