// The messages for threads that do not call the same collective functions and barriers in the same
// order, or not with arguments that match. Both stacks find such threads, each in its own way:
// runtime/world/deadlock_check.cc.
//
// A message names a thread by its number and by the routine in which it waits. The name is what the
// front end gave when the program called (sync/one_caller.h), so it is in the program's language.
#pragma once

#include "runtime/core/job_barrier.h"
#include "runtime/core/routine_name.h"

#include <cstdint>

namespace polder::coll {

struct WaitingThread {
    unsigned thread;
    RoutineName::Text routine; // empty: not known
};
// The calling thread, or one of this node that has said that it waits.
WaitingThread waiting_thread(unsigned thread);

// Ends the job: one thread has ended while another waits for it in a collective function.
[[noreturn, gnu::cold]] void presence_fail_ended(unsigned ended, const WaitingThread &waiting);
// The same: one waits in a barrier of that kind, and the other in a collective function. An
// internal barrier is a collective function's, too.
[[noreturn, gnu::cold]] void presence_fail_order(JobBarrier which, const WaitingThread &in_barrier,
                                                 const WaitingThread &in_collective);

// Ends the job: in one operation of a team two members call with these signatures, which differ.
struct ThreadCall {
    unsigned thread;
    std::uint16_t signature;
};
[[noreturn, gnu::cold]] void fail_mismatch(const ThreadCall &theirs, const ThreadCall &mine, std::uint64_t operation);

} // namespace polder::coll
