// The messages for threads that do not call the same collective functions and barriers in the same
// order. Both stacks find such threads, each in its own way: runtime/world/deadlock_check.cc.
#pragma once

namespace polder::coll {

// Ends the job: one thread has ended while another waits for it in a collective function.
[[noreturn, gnu::cold]] void presence_fail_ended(unsigned ended, unsigned waiting);
// The same: one waits in a barrier of the program, the other in a collective function.
[[noreturn, gnu::cold]] void presence_fail_order(unsigned in_barrier, unsigned in_collective);
// The same: both wait in collective functions, neither in that of the other.
[[noreturn, gnu::cold]] void presence_fail_functions(unsigned thread, unsigned other);

} // namespace polder::coll
