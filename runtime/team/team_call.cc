// Blocking operations of a team as calls of the program; see team.h.
#include "runtime/fence/strict.h"
#include "runtime/team/team_race.h"

namespace polder::team {

// What the caller did before it gives data is visible to whoever gets that. That holds for all
// operations, as who waits for whom depends on the algorithm.
void team_call(Team &team, const coll::CollectiveArguments &call, const TeamData &data) {
    fence::strict_write();
    const race::RaceHush hush;
    const TeamRace order = team_race(team, call);
    if (order.gives) race::race_give(order.token);
    team_run(team, call, data);
    if (order.takes) race::race_take(order.token);
}

} // namespace polder::team
