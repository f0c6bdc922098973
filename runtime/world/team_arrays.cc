// Operations of a team on shared arrays, and permutations of values. They go through shared lines
// where the team has some, else through messages; see world.h.
#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/value.h"
#include "runtime/world/call_check.h"
#include "runtime/world/internode.h"
#include "runtime/world/world.h"

namespace polder::world {

using namespace coll;

void meet(team::Team &team) {
    if (shm::Group *lines = team::team_lines(team)) return shm::group_meet(*lines);
    internode_meet(team);
}

void copy(team::Team &team, const CopyRequest &request, SyncModes modes) {
    if (permutation_wants_check(request)) permutation_check(team, request);
    if (shm::Group *lines = team::team_lines(team)) return shm::array_copy(*lines, request, modes);
    internode_copy(team, request, modes);
}

void reduce(team::Team &team, const Reduction &reduction, const ReduceTarget &dst, const Layout &src, SyncModes modes) {
    if (shm::Group *lines = team::team_lines(team)) return shm::array_reduce(*lines, reduction, dst, src, modes);
    internode_reduce(team, reduction, dst, src, modes);
}

void prefix_reduce(team::Team &team, const Reduction &reduction, const Layout &dst, const Layout &src,
                   SyncModes modes) {
    if (shm::Group *lines = team::team_lines(team)) return shm::array_scan(*lines, reduction, dst, src, modes);
    internode_prefix_reduce(team, reduction, dst, src, modes);
}

void permute(team::Team &team, const PermuteBlocks &blocks, unsigned to) {
    shm::Group *lines = team.size > 1 ? team::team_lines(team) : nullptr;
    if (lines) return shm::permute_value(*lines, blocks.received, blocks.given, blocks.bytes, to);
    internode_permute(team, blocks, to);
}

} // namespace polder::world
