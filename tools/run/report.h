// Report: what upcrun tells people about a job that crashed, lost a process or hangs, as text.
#pragma once

#include "runtime/core/job.h"

#include <memory>
#include <string>

namespace polder {
struct Snapshot;
}

namespace polder::run {

class Symboliser;

// "thread 3", "threads 4-6": those of a process.
std::string threads_of(const ControlBlock &block, unsigned process);
// Of this node; "ns2 (node 1)" in a job of several.
std::string host_name();
void set_host_name(std::string name);

// A thread that recorded a crash: one line, made of the control block alone.
std::string crash_message(ControlBlock &block, unsigned thread);

// Its backtrace: begun while the process is there, whose memory map it takes, and told at leisure.
class CrashTrace {
public:
    CrashTrace(ControlBlock &block, unsigned thread);
    ~CrashTrace();
    CrashTrace(const CrashTrace &) = delete;
    CrashTrace &operator=(const CrashTrace &) = delete;

    std::string text(); // whole lines

private:
    const Snapshot &snapshot_;
    std::unique_ptr<Symboliser> symbols_;
};

// For every thread of the node where it is and what it waits for. Interrupts each one; takes at most about a second.
std::string report_positions(ControlBlock &block);

} // namespace polder::run
