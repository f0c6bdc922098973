// Rules for the arguments of collective functions; see collective.h.
#include "frontends/upc/collectives/collective.h"

#include "runtime/barrier/barrier.h"
#include "runtime/fence/strict.h"
#include "runtime/segment/segment.h"
#include "runtime/team/team_race.h"

namespace polder::upc {

using namespace coll;
namespace {
constexpr int misuse_code = 1;
} // namespace

void check_not_null(const char *function, const char *parameter, polder_ga array) {
    if (__builtin_expect(array == 0, 0))
        job_fail(misuse_code, "%s: %s is a null pointer-to-shared", function, parameter);
}

void refuse_length(const char *function, std::size_t count, std::size_t size) {
    if (size == 1) job_fail(misuse_code, "%s: %zu bytes are more than there is shared memory", function, count);
    job_fail(misuse_code, "%s: %zu elements of %zu bytes are more than there is shared memory", function, count, size);
}

void check_begins_on_thread_0(const char *function, const char *parameter, polder_ga array) {
    check_not_null(function, parameter, array);
    if (__builtin_expect(thread_of(array) != 0, 0))
        job_fail(misuse_code, "%s: %s points to thread %u; it must have affinity to thread 0", function, parameter,
                 thread_of(array));
}

namespace {

[[noreturn, gnu::cold]] void refuse_operation(const char *function, upc_op_t op) {
    const char *bitwise = op == UPC_AND ? "UPC_AND" : op == UPC_OR ? "UPC_OR" : op == UPC_XOR ? "UPC_XOR" : nullptr;
    if (bitwise) job_fail(misuse_code, "%s: %s is not an operation on floating-point numbers", function, bitwise);
    job_fail(misuse_code, "%s: %#lx is not an operation of reductions", function, op);
}

} // namespace

Reduction checked_reduction(const ReductionWanted &wanted) {
    const Kernel *kernel = kernel_of(wanted.type, wanted.op);
    if (!kernel) refuse_operation(wanted.function, wanted.op);
    const bool needs_function = wanted.op == op_function || wanted.op == op_noncommutative;
    if (needs_function && !wanted.given)
        job_fail(misuse_code, "%s: UPC_FUNC or UPC_NONCOMM_FUNC with a null pointer for the function", wanted.function);
    return {kernel, wanted.given, wanted.op == op_noncommutative};
}

namespace {

SyncModes checked_modes(const world::CollectiveCall &call, upc_flag_t flags) {
    if (!call.team) barrier::barrier_check_collective(call.function);
    return sync_modes(flags);
}

} // namespace

CollectiveScope::CollectiveScope(const world::CollectiveCall &call, upc_flag_t flags, const race::RaceSite &site)
    : here_(call.function), modes_(checked_modes(call, flags)), team_(call.team), race_(site) {
    if (race::race_watched()) race_enter();
    if (modes_.in != Sync::none)
        polder_fence();
    else if (modes_.out != Sync::none)
        fence::strict_write(); // before others may leave
    if (__builtin_expect(world::call_check_wanted(), 0)) world::call_check(call);
}

// ---- what a detector of races is told: docs/design/races.md ----

namespace {

POLDER_PRIVATE std::uint64_t meetings = 0;
const char meeting_tokens[16] = {};

void meet_really(team::Team *team) {
    if (!team) return barrier::barrier_internal();
    team::SplitBarrier barrier;
    team::team_barrier_arrive(*team, barrier);
    team::team_barrier_leave(*team, barrier);
}

} // namespace

race::RaceToken race_token(team::Team &team) {
    coll::CollectiveArguments meeting;
    meeting.collective = coll::Collective::barrier;
    return team_race(team, meeting).token;
}

// A real barrier, as the order must be there before accesses are told.
void race_meeting(team::Team *team) {
    const race::RaceToken token = team ? race_token(*team) : race::race_round(meeting_tokens, ++local(meetings));
    race::race_fence_of_all();
    race::race_give(token);
    meet_really(team);
    race::race_take(token);
    race::race_fence_of_all();
}

void CollectiveScope::race_enter() {
    if (modes_.in == Sync::all) race_meeting(team_);
    if (modes_.in == Sync::mine) race::race_fence_of_all();
}

void CollectiveScope::race_leave() {
    if (modes_.out == Sync::mine) race::race_fence_of_all();
    if (modes_.out == Sync::all) race_meeting(team_);
}

void CollectiveScope::tell(polder_ga own, std::size_t bytes, bool writes) const {
    if (!bytes || !ga_is_near(own)) return;
    const auto access = [&] { race::race_detector->access(near_pointer(own), bytes, writes, race_.site()); };
    if (modes_.in == Sync::none || modes_.out == Sync::none) {
        const race::RaceHand by_hand;
        return access();
    }
    if (writes)
        race_.writes(own, bytes);
    else
        race_.reads(own, bytes);
}

} // namespace polder::upc
