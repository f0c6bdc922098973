// Explaining a fault in words, for the launcher and for a process that runs alone: what the address
// means in the program's terms.
#pragma once

#include "runtime/core/job.h"

#include <cstddef>

namespace polder::fault {

// "null pointer-to-shared or null pointer", "address of thread 3, offset 0x40 ...", "stack
// overflow"; empty if there is nothing to say. Reads only the control block; async-signal-safe.
void fault_describe(const ControlBlock &block, const ThreadRecord &record, int signal, char *text, std::size_t size);

// "SIGSEGV (segmentation fault)"
const char *signal_name(int signal);

// Prints the crash of this process, as the thread's record has it, to standard error without a
// launcher. The message comes first, then frames as far as symbols go. Comes back in time, or the
// process ends by the signal.
void crash_report_print(int signal, void *context);

// The same for an error of the runtime behind its message: where in the program the threads of
// ControlBlock::ending_places are that this process has.
void crash_places_print();

} // namespace polder::fault
