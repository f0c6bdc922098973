// What a debugger needs to know of the runtime's data, published in the program itself. It is where
// things lie in the control block, and the deltas of this process's threads. tools/gdb reads it by
// the symbol polder_debugger. So tools/gdb needs no debug information of libpolder, and no table
// that could belong to another version.
#pragma once

namespace polder::debug {

// deltas[i] is that of the i-th thread of this process; the array must live as long as the process.
void debugger_publish(const long *deltas);

} // namespace polder::debug
