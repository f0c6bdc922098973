// Faults: a crashed thread writes down where it was and why, for the launcher to explain; alone,
// the process explains itself. The same record serves hang reports: on the launcher's signal every
// thread writes down where it is.
#pragma once

#include "runtime/core/job.h"

namespace polder::fault {

// From loading until fault_start. A crash then is usually UPC code called by a main in another
// language before the job has started: shared objects have no addresses yet. Says so; leaves the
// signal to a program that handles it.
void fault_watch_before_start();

void fault_start();        // each process, before its threads: installs the handlers
void fault_thread_start(); // each thread: its alternate stack, so that a stack overflow can be reported

// Addresses of code where a thread is, innermost first.
struct Trace {
    static constexpr unsigned max_depth = 64;
    unsigned depth;
    std::uint64_t pc[max_depth];
};

// Where the interrupted code of `context` (ucontext_t) is, into trace. For the handler of a process
// without a launcher.
void trace_fill(Trace &trace, void *context);
void trace_prepare(); // once before: the unwinder's first use is not safe in a handler
// Of the caller.
void trace_here(Trace &trace);

// A thread of a process without a launcher, which the launcher's signal asks where it is. Its
// handler leaves the answer, one at a time.
void trace_leave(void *context);
std::uint32_t trace_answers(); // how many so far
void trace_answer(Trace &trace);

} // namespace polder::fault
