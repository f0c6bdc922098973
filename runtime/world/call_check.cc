// Comparison of collective calls; see call_check.h. Every member compares its call with that of
// member 0, and none goes on before all have. So both threads that the message names are still in
// their calls, and the message can show these.
#include "runtime/world/call_check.h"

#include "runtime/coll/shm/copy_part.h"
#include "runtime/core/member_name.h"
#include "runtime/world/internode_run.h"
#include "runtime/world/world.h"

#include <cstdlib>
#include <cstring>

namespace polder::world {

using namespace coll;
using namespace team;
namespace {

constexpr int misuse_code = 1;

struct Record {
    char function[40];
    std::uint64_t values[CollectiveCall::max_arguments];
};

Record record_of(const CollectiveCall &call) {
    Record record = {};
    std::strncpy(record.function, call.function, sizeof record.function - 1);
    for (unsigned i = 0; i < CollectiveCall::max_arguments; ++i)
        record.values[i] = call.arguments[i].value;
    return record;
}

// Ends the job if the record differs from that of thread `other`. who: whose call it is, as
// "threads".
void compare(const CollectiveCall &call, const Record &mine, const Record &first, unsigned other, const char *who) {
    const unsigned me = mythread();
    if (std::strcmp(first.function, mine.function) != 0)
        job_fail_between({me, other}, misuse_code,
                         "collective mismatch: %s calls %s, but %s calls %s; all %s must call the same collective "
                         "functions in the same order",
                         member_name(me).text, mine.function, member_name(other).text, first.function, who);
    for (unsigned i = 0; i < CollectiveCall::max_arguments && call.arguments[i].name; ++i) {
        if (first.values[i] == mine.values[i]) continue;
        job_fail_between({me, other}, misuse_code,
                         "%s: %s is %#lx in %s, but %#lx in %s; the arguments of a collective function must be the "
                         "same in all %s",
                         mine.function, call.arguments[i].name, mine.values[i], member_name(me).text, first.values[i],
                         member_name(other).text, who);
    }
}

void unchecked(Team &team, const CollectiveArguments &call, const void *in, void *out) {
    team_run_unchecked(team, call, {in, out, nullptr});
}

} // namespace

void call_check(const CollectiveCall &call) {
    const Record mine = record_of(call);
    Record first = mine;
    if (!call.team) {
        broadcast_value(&first, sizeof first, 0);
        compare(call, mine, first, 0, "threads");
        return meet();
    }
    Team &team = *call.team;
    unchecked(team, arguments(Collective::broadcast, sizeof first), nullptr, &first);
    compare(call, mine, first, team_thread(team, 0), "members of a group");
    unchecked(team, arguments(Collective::barrier, 0), nullptr, nullptr);
}

// Which element clashes with the caller's is for the caller to say.
void permutation_check(Team &team, const CopyRequest &r) {
    const auto meeting = [&] { unchecked(team, arguments(Collective::barrier, 0), nullptr, nullptr); };
    polder_fence();
    meeting(); // perm may be read behind it, whatever the sync modes are
    const unsigned mine = shm::copy_target(r, team.size, team.rank);
    auto *all = static_cast<unsigned *>(std::malloc(sizeof(unsigned) * team.size));
    if (!all) job_fail(misuse_code, "%s: no memory to check perm", r.permute);
    unchecked(team, arguments(Collective::allgather, sizeof mine), &mine, all);
    for (unsigned rank = 0; rank < team.rank; ++rank)
        if (all[rank] == mine)
            job_fail(misuse_code, "%s: perm[%u] and perm[%u] are both %u", r.permute, rank, team.rank, mine);
    std::free(all);
}

} // namespace polder::world
