// Running operations of the team of all threads.
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

inline void run(const coll::CollectiveArguments &call, const void *in, void *out) {
    team::team_run(team::team_world(), call, {in, out, nullptr});
}

// Each thread sends its block to thread `to` and receives one from whichever thread sends to it.
void internode_permute(const void *given, void *received, std::size_t bytes, unsigned to);

} // namespace polder::world
