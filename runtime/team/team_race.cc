// Tokens of operations; see team_race.h.
#include "runtime/team/team_race.h"

namespace polder::team {

using namespace coll;

TeamRace team_race_watched(Team &team, const CollectiveArguments &call) {
    static const char tokens[4096] = {};
    const std::uint64_t number = ++team.race_operations;
    const std::uint64_t mixed =
        (std::uint64_t{team.id} << 40 ^ std::uint64_t{team_thread(team, 0)} << 20 ^ number) * 0x9e3779b97f4a7c15;
    const bool root = team.rank == call.root;
    const Collective c = call.collective;
    const bool from_root = c == Collective::broadcast || c == Collective::scatter;
    const bool to_root = c == Collective::gather || c == Collective::reduce;
    return {&tokens[mixed >> 52], !from_root || root, !to_root || root};
}

} // namespace polder::team
