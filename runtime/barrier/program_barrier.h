// The barrier of the program, for those that enter it: upc_barrier, upc_notify and upc_wait
// (runtime/abi/barrier.cc), and the implicit barriers at a thread's start and end.
#pragma once

#include "runtime/barrier/barrier.h"
#include "runtime/core/private.h"
#include "runtime/race/race.h"

namespace polder::barrier {

extern BarrierMember program_member; // POLDER_PRIVATE; without an area outside the job

// The job has not started, or is over: ends the process.
[[noreturn, gnu::cold]] void program_barrier_refuse(const char *operation);
// Ends the job: a rule is broken.
[[noreturn, gnu::cold]] void program_barrier_failed(BarrierResult result, const BarrierMember &member,
                                                    BarrierPost asked);

// The member of the calling thread, which must be between its start and its end.
inline BarrierMember &program_barrier_member(const char *operation) {
    BarrierMember &member = local(program_member);
    if (__builtin_expect(!member.area, 0)) program_barrier_refuse(operation);
    return member;
}

inline void program_barrier_check(BarrierResult result, const BarrierMember &member, BarrierPost asked) {
    if (__builtin_expect(result != BarrierResult::ok, 0)) program_barrier_failed(result, member, asked);
}

// What all threads give when they notify and take when they have waited.
inline race::RaceToken program_barrier_token(const BarrierMember &member, std::uint32_t epoch) {
    return race::race_round(member.area, epoch);
}

// Notify and wait in one, as every race detector is to see it.
inline BarrierResult program_barrier_pass(BarrierMember &member, BarrierPost post, WaitKind kind) {
    race::race_fence_of_all();
    race::race_give(program_barrier_token(member, member.epoch + 1));
    const BarrierResult result = barrier_pass(member, post, kind);
    race::race_take(program_barrier_token(member, member.epoch));
    race::race_fence_of_all();
    return result;
}

} // namespace polder::barrier
