// Making teams and ending them; see team.h. In a small parent every member learns what all others
// want, and picks the members of its own team. In a large one sorting finds them (sorted_split.cc).
#include "runtime/team/create.h"

#include "runtime/core/job.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace polder::team {

using namespace coll;
namespace {

constexpr int misuse_code = 1;

// Its members' ranks in the parent, in order, at the front of `ranks`; how many.
unsigned pick(const Wish *wishes, unsigned size, std::uint32_t group, std::uint32_t *ranks) {
    unsigned count = 0;
    for (unsigned r = 0; r < size; ++r)
        if (wishes[r].group == group) ranks[count++] = r;
    std::sort(ranks, ranks + count, [&](std::uint32_t a, std::uint32_t b) {
        return wishes[a].key != wishes[b].key ? wishes[a].key < wishes[b].key : a < b;
    });
    return count;
}

void dispose(Team *team) {
    std::free(team->tables);
    team->~Team();
    std::free(team);
}

template <class Assign> Status make(unsigned size, Assign assign, Team **made) {
    void *memory = std::malloc(sizeof(Team));
    if (!memory) return Status::no_memory;
    Team *team = new (memory) Team;
    team->size = size;
    if (!assign(team->ranks) || !team->ranks.rank_of(mythread(), &team->rank) || !team_find_topology(*team)) {
        dispose(team);
        return Status::no_memory;
    }
    *made = team;
    return Status::ok;
}

// Every member has what all want, for the time of the call: 12 bytes a member of the parent, and as
// much again under way.
Status split_by_table(Team &parent, const Wish &mine, Team **team) {
    auto *wishes = static_cast<Wish *>(std::malloc(sizeof(Wish) * parent.size));
    auto *ranks = static_cast<std::uint32_t *>(std::malloc(sizeof(std::uint32_t) * parent.size));
    if (!wishes || !ranks) job_fail(misuse_code, "teams: no memory for a table of %u members", parent.size);
    CollectiveArguments call;
    call.collective = Collective::allgather;
    call.bytes = sizeof mine;
    team_run(parent, call, {&mine, wishes});
    Status status = Status::ok;
    if (mine.group != nobody) {
        const unsigned count = pick(wishes, parent.size, mine.group, ranks);
        for (unsigned i = 0; i < count; ++i)
            ranks[i] = team_thread(parent, ranks[i]);
        status = make_team(ranks, count, team);
    }
    std::free(ranks);
    std::free(wishes);
    return status;
}

// The largest number that any member has not used.
std::uint32_t agree_on_id(Team &parent) {
    std::uint32_t id = team_next_id();
    const Combine largest = combine_of(ReductionType::UI, UPC_MAX);
    CollectiveArguments call;
    call.collective = Collective::allreduce;
    call.bytes = sizeof id;
    team_run(parent, call, {&id, &id, &largest});
    team_used_id(id);
    return id;
}

Status make_by_wish(Team &parent, std::uint32_t group, int key, Team **team) {
    const std::uint32_t id = agree_on_id(parent);
    const Wish mine{group, key};
    *team = nullptr;
    const Status status = parent.size > most_in_a_table.load(std::memory_order_relaxed)
                              ? split_distributed(parent, mine, team)
                              : split_by_table(parent, mine, team);
    if (*team) team_enter(**team, id);
    return status;
}

} // namespace

std::atomic<unsigned> most_in_a_table = 4096;

Status make_team(const std::uint32_t *threads, unsigned size, Team **team) {
    return make(
        size, [&](RankMap &ranks) { return ranks.assign(threads, size); }, team);
}
Status make_team(const RankRun &run, unsigned size, Team **team) {
    return make(
        size,
        [&](RankMap &ranks) {
            ranks.assign_run(run, size);
            return true;
        },
        team);
}

Status team_split(Team &parent, int colour, int key, Team **team) {
    return make_by_wish(parent, colour < 0 ? nobody : static_cast<std::uint32_t>(colour), key, team);
}

// The group is named by the smallest rank in it, and the place in the list is the key.
Status team_from_list(Team &parent, const int *ranks, unsigned count, Team **team) {
    std::uint32_t group = nobody;
    int key = -1;
    for (unsigned i = 0; i < count; ++i) {
        const auto rank = static_cast<std::uint32_t>(ranks[i]);
        if (rank >= parent.size)
            job_fail(misuse_code, "team from a list: %d is no rank of a team of %u", ranks[i], parent.size);
        group = std::min(group, rank);
        if (rank != parent.rank) continue;
        if (key >= 0) job_fail(misuse_code, "team from a list: %d is in it twice", ranks[i]);
        key = static_cast<int>(i);
    }
    if (count && key < 0)
        job_fail(misuse_code, "team from a list: the caller, rank %u, is not in the list it gives; give an empty one",
                 parent.rank);
    const Status status = make_by_wish(parent, group, key, team);
    if (is_ok(status) && count && (*team)->size != count)
        job_fail(misuse_code,
                 "team from a list: %u members gave it, of %u in the list; all of them must give the same list",
                 (*team)->size, count);
    return status;
}

void team_free(Team *team) {
    if (team == &team_world()) job_fail(misuse_code, "teams: the team of all threads cannot be destroyed");
    if (team->engine.operations)
        job_fail(misuse_code, "teams: a team with operations under way cannot be destroyed; wait for them first");
    team->lines.state = TeamLines::State::none; // nobody looks at them behind the barrier
    CollectiveArguments call;
    call.collective = Collective::barrier;
    team_run(*team, call, {}, {Algorithm::dissemination, 0}); // with messages: whoever has begun it has left the lines
    team_free_lines(*team);
    team_leave(*team);
    dispose(team);
}

} // namespace polder::team
