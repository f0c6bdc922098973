// What the two ways to make teams share. One has a table of the parent's members in each member
// (create.cc), the other sorts over the members (sorted_split.cc).
#pragma once

#include "runtime/team/team.h"

#include <atomic>

namespace polder::team {

inline constexpr std::uint32_t nobody = ~0u;

// What a member wants: the team it is to be in, and its place there.
struct Wish {
    std::uint32_t group; // nobody: in none
    std::int32_t key;
};

// An object for the caller's end of a team of these threads, not yet entered; ok: *team.
Status make_team(const std::uint32_t *threads, unsigned size, Team **team);
Status make_team(const RankRun &run, unsigned size, Team **team);

// Collective over the parent. *team: null for those in none.
Status split_distributed(Team &parent, const Wish &wish, Team **team);

// Parents of more members are split that way.
extern std::atomic<unsigned> most_in_a_table;

} // namespace polder::team
