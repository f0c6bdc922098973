// Running operations of a team.
#pragma once

#include "runtime/team/team.h"

namespace polder::world {

inline void run(team::Team &team, const coll::CollectiveArguments &call, const void *in, void *out) {
    team::team_run(team, call, {in, out, nullptr});
}

} // namespace polder::world
