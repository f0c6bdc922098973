// Barriers in two halves. On one node they are halves of a meeting in shared lines, else operations
// by messages that are waited for later. With POLDER_CHECK=collectives they are messages
// everywhere: these carry what shows that members do not call alike.
#include "runtime/core/job.h"
#include "runtime/team/team.h"

namespace polder::team {

using namespace coll;
namespace {

shm::Group *lines_for_barrier(Team &team) {
    return check_wanted(Check::collectives) ? nullptr : team_lines(team);
}

} // namespace

void team_barrier_arrive(Team &team, SplitBarrier &barrier) {
    if (shm::Group *lines = lines_for_barrier(team)) {
        barrier.number = shm::group_arrive(*lines);
        return;
    }
    CollectiveArguments call;
    call.collective = Collective::barrier;
    if (team_start(team, call, {}, &barrier.request) != Status::ok)
        job_fail(1, "barrier of a team of %u: no memory", team.size);
}

void team_barrier_leave(Team &team, SplitBarrier &barrier) {
    if (shm::Group *lines = lines_for_barrier(team)) return shm::group_leave(*lines, barrier.number);
    team_wait(barrier.request);
    barrier.request = nullptr;
}

} // namespace polder::team
