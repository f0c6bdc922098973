// What a detector of races is told of an operation of a team. Who gives data gives what he did
// before; who gets data takes that.
#pragma once

#include "runtime/team/team.h"

namespace polder::team {

struct TeamRace {
    race::RaceToken token = nullptr;
    bool gives = false;
    bool takes = false;
};

// A token an operation and team; operations far apart may share one.
TeamRace team_race_watched(Team &team, const coll::CollectiveArguments &call);
// Nothing without a detector.
inline TeamRace team_race(Team &team, const coll::CollectiveArguments &call) {
    return race::race_watched() ? team_race_watched(team, call) : TeamRace{};
}

} // namespace polder::team
