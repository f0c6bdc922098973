// Messages for calls that do not match, which end the job; see mismatch.h.
#include "runtime/coll/request/mismatch.h"

#include "runtime/coll/request/collective.h"
#include "runtime/core/job.h"
#include "runtime/core/member_name.h"

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
                     "%s ended (exit or return from main) while %s waits in %s; every %s that takes part must call "
                     "the same collective functions",
                     member_name(ended).text, member_name(waiting.thread).text, name_of(waiting, some_function),
                     member_word());
}

void presence_fail_order(JobBarrier which, const WaitingThread &in_barrier, const WaitingThread &in_collective) {
    const bool of_program = which == JobBarrier::program;
    job_fail_between({in_barrier.thread, in_collective.thread}, misuse_code,
                     "%s waits in %s while %s waits in %s; every %s that takes part must call %s in the same order",
                     member_name(in_barrier.thread).text,
                     name_of(in_barrier, of_program ? some_barrier : some_function),
                     member_name(in_collective.thread).text, name_of(in_collective, some_function), member_word(),
                     of_program ? "barriers and collective functions" : "the same collective functions");
}

void fail_mismatch(const ThreadCall &theirs, const ThreadCall &mine, std::uint64_t operation) {
    const char *what = signature_difference(theirs.signature, mine.signature);
    const Parties parties = {theirs.thread, mine.thread};
    if (*what == 'f')
        job_fail_between(parties, misuse_code,
                         "collective mismatch: %s calls %s, but %s calls %s (operation %lu of their team); all members "
                         "must call the same collective functions in the same order",
                         member_name(theirs.thread).text, signature_name(theirs.signature),
                         member_name(mine.thread).text, signature_name(mine.signature), operation);
    job_fail_between(parties, misuse_code,
                     "collective mismatch: %ss %u and %u call %s with another %s (operation %lu of their team); all "
                     "members must call with matching %s",
                     member_word(), theirs.thread, mine.thread, signature_name(mine.signature), what, operation,
                     *what == 'r' ? "roots" : "lengths");
}

} // namespace polder::coll
