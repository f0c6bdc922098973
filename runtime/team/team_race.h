// What a detector of races is told of an operation of a team. Who gives data gives what he did
// before; who gets data takes that.
#pragma once

#include "runtime/team/team.h"

namespace polder::team {

struct TeamRace {
    race::RaceToken token;
    bool gives;
    bool takes;
};

// A token an operation and team; operations far apart may share one.
TeamRace team_race(Team &team, const coll::CollectiveArguments &call);

} // namespace polder::team
