// Making teams and ending them; see team.h. Every member learns of all others of the parent what they want, and picks its own.
#include "runtime/team/team.h"

#include "runtime/core/job.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace polder {
namespace {

constexpr int misuse_code = 1;
constexpr std::uint32_t nobody = ~0u;

struct Wish {
    std::uint32_t group; // nobody: in none
    std::int32_t key;
    std::uint32_t next_id;
};

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

// threads: of the members, by rank.
Team *make(const std::uint32_t *threads, unsigned count) {
    void *memory = std::malloc(sizeof(Team));
    if (!memory) return nullptr;
    Team *team = new (memory) Team;
    team->size = count;
    if (team->ranks.assign(threads, count) && team->ranks.rank_of(mythread(), &team->rank) && team_find_shape(*team)) return team;
    dispose(team);
    return nullptr;
}

Status make_from(Team &parent, const Wish *wishes, const Wish &mine, std::uint32_t *ranks, Team **team) {
    std::uint32_t id = 0;
    for (unsigned r = 0; r < parent.size; ++r)
        id = std::max(id, wishes[r].next_id);
    team_used_id(id);
    *team = nullptr;
    if (mine.group == nobody) return Status::ok;
    const unsigned count = pick(wishes, parent.size, mine.group, ranks);
    for (unsigned i = 0; i < count; ++i)
        ranks[i] = team_thread(parent, ranks[i]);
    Team *made = make(ranks, count);
    if (!made) return Status::no_memory;
    team_enter(*made, id);
    *team = made;
    return Status::ok;
}

Status make_by_wish(Team &parent, std::uint32_t group, int key, Team **team) {
    const Wish mine{group, key, team_next_id()};
    auto *wishes = static_cast<Wish *>(std::malloc(sizeof(Wish) * parent.size));
    auto *ranks = static_cast<std::uint32_t *>(std::malloc(sizeof(std::uint32_t) * parent.size));
    if (!wishes || !ranks) job_fail(misuse_code, "teams: no memory for a table of %u members", parent.size);
    CollectiveArguments call;
    call.collective = Collective::allgather;
    call.bytes = sizeof mine;
    team_run(parent, call, {&mine, wishes});
    const Status status = make_from(parent, wishes, mine, ranks, team);
    std::free(ranks);
    std::free(wishes);
    return status;
}

} // namespace

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
        job_fail(misuse_code, "team from a list: %u members gave it, of %u in the list; all of them must give the same list",
                 (*team)->size, count);
    return status;
}

void team_free(Team *team) {
    if (team == &team_world()) job_fail(misuse_code, "teams: the team of all threads cannot be destroyed");
    if (team->endpoint.operations)
        job_fail(misuse_code, "teams: a team with operations under way cannot be destroyed; wait for them first");
    CollectiveArguments call;
    call.collective = Collective::barrier;
    team_run(*team, call, {}, {Algorithm::dissemination, 0}); // with messages: whoever has begun it has left the lines
    team_free_lines(*team);
    team_leave(*team);
    dispose(team);
}

} // namespace polder
