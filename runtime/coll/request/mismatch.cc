// Messages for calls that do not match, which end the job; see mismatch.h.
#include "runtime/coll/request/mismatch.h"

#include "runtime/core/job.h"

namespace polder::coll {

namespace {

constexpr int misuse_code = 1;
constexpr const char *some_barrier = "a barrier";
constexpr const char *some_function = "a collective function";

const char *name_of(const WaitingThread &waiting, const char *otherwise) {
    return waiting.routine[0] ? waiting.routine : otherwise;
}

} // namespace

WaitingThread waiting_thread(unsigned thread) {
    WaitingThread waiting = {thread, {}};
    thread_record(control(), thread).wait.routine.get(waiting.routine);
    return waiting;
}

void presence_fail_ended(unsigned ended, const WaitingThread &waiting) {
    job_fail_between({ended, waiting.thread}, misuse_code,
                     "thread %u ended (exit or return from main) while thread %u waits in %s; every thread that takes "
                     "part must call the same collective functions",
                     ended, waiting.thread, name_of(waiting, some_function));
}

void presence_fail_order(JobBarrier which, const WaitingThread &in_barrier, const WaitingThread &in_collective) {
    const bool of_program = which == JobBarrier::program;
    job_fail_between({in_barrier.thread, in_collective.thread}, misuse_code,
                     "thread %u waits in %s while thread %u waits in %s; every thread that takes part must call %s in "
                     "the same order",
                     in_barrier.thread, name_of(in_barrier, of_program ? some_barrier : some_function),
                     in_collective.thread, name_of(in_collective, some_function),
                     of_program ? "barriers and collective functions" : "the same collective functions");
}

} // namespace polder::coll
