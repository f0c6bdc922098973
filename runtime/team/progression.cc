// Teams whose threads are an arithmetic progression, made by each member by itself, without a
// message.
//
// Members must agree on a team's number, which no other team of theirs may have. The number of a
// progression is computed. Counted are all progressions of two and more of the job's threads whose
// stride is a power of two. Their order is by stride, then first thread, then length. Numbers of
// teams made together count up from 0 (team_next_id); these stand in the upper half.
//
//   first f, length n, stride 2^k, of T threads:
//       upper half + sum over j < k of T * row(j) + f * row(k) + (n - 2)
//   where row(k) = (T - 1) / 2^k is how many lengths there are at most.
//
// Distinct progressions have distinct numbers: f + (n - 1) 2^k <= T - 1, so n - 2 < row(k), and f <
// T.
//
// Invariant. A progression keeps its number and its team until the job ends. Operations are counted
// by team, and the counts of all members stay in step only if none of them begins again. Held by
// tests/unit/runtime/team/team.cc and tests/shmem/active_sets.c.
#include "runtime/core/job.h"
#include "runtime/team/create.h"

namespace polder::team {

using namespace coll;

namespace {

constexpr std::uint64_t upper_half = std::uint64_t{1} << 31;

std::uint64_t number_of(const Progression &p) {
    const std::uint64_t count = threads();
    std::uint64_t before = 0;
    for (unsigned k = 0; k < p.log_stride; ++k)
        before += count * ((count - 1) >> k);
    return before + p.first * ((count - 1) >> p.log_stride) + (p.size - 2);
}

} // namespace

// One thread agrees with nobody: its own number, the last ones of the upper half.
Status team_progression(const Progression &p, Team **team) {
    const std::uint64_t singles = upper_half - threads();
    const std::uint64_t number = p.size == 1 ? singles + p.first : number_of(p);
    if (p.size > 1 && number >= singles) return Status::no_support;
    const auto id = static_cast<std::uint32_t>(upper_half + number);
    *team = team_with_id(id);
    if (*team) return Status::ok;
    const RankRun run{0, p.first, static_cast<std::int32_t>(1) << p.log_stride};
    const Status status = make_team(run, p.size, team);
    if (is_ok(status)) team_enter(**team, id);
    return status;
}

} // namespace polder::team
