// Messages for calls that do not match, which end the job; see mismatch.h.
#include "runtime/coll/request/mismatch.h"

#include "runtime/core/job.h"

namespace polder::coll {

namespace {

constexpr int misuse_code = 1;

[[noreturn]] void fail_functions(unsigned thread, unsigned other) {
    job_fail_between({thread, other}, misuse_code,
                     "threads %u and %u wait for each other in different collective functions; every thread that "
                     "takes part must call the same collective functions in the same order",
                     thread, other);
}

} // namespace

void presence_fail_ended(unsigned ended, unsigned waiting) {
    job_fail_between({ended, waiting}, misuse_code,
                     "thread %u ended (exit or return from main) while thread %u waits in a collective function; every "
                     "thread that takes part must call the same collective functions",
                     ended, waiting);
}

void presence_fail_order(JobBarrier which, unsigned in_barrier, unsigned in_collective) {
    if (which == JobBarrier::internal) fail_functions(in_barrier, in_collective);
    job_fail_between({in_barrier, in_collective}, misuse_code,
                     "thread %u waits in upc_barrier or upc_wait while thread %u waits in a collective function; every "
                     "thread that takes part must call barriers and collective functions in the same order",
                     in_barrier, in_collective);
}

} // namespace polder::coll
