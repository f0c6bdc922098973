// The messages for threads that do not call the same collective functions and barriers in the same
// order. Both stacks find such threads, each in its own way: runtime/world/deadlock_check.cc.
#pragma once

#include "runtime/core/job_barrier.h"

namespace polder::coll {

// Ends the job: one thread has ended while another waits for it in a collective function.
[[noreturn, gnu::cold]] void presence_fail_ended(unsigned ended, unsigned waiting);
// The same: one waits in a barrier of that kind, and the other in a collective function. An
// internal barrier is a collective function's, too.
[[noreturn, gnu::cold]] void presence_fail_order(JobBarrier which, unsigned in_barrier, unsigned in_collective);

} // namespace polder::coll
