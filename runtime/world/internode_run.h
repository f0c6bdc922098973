// Running operations of a team.
#pragma once

#include "runtime/team/team.h"

namespace polder::world {

inline coll::CollectiveArguments arguments(coll::Collective collective, std::size_t bytes, unsigned root = 0) {
    coll::CollectiveArguments call;
    call.collective = collective;
    call.bytes = bytes;
    call.root = root;
    return call;
}

inline void run(team::Team &team, const coll::CollectiveArguments &call, const void *in, void *out) {
    team::team_run(team, call, {in, out, nullptr});
}

} // namespace polder::world
