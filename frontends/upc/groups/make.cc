// Making groups and asking about them. Each is a team of the engine, with a table of its threads.
#include "frontends/upc/groups/group.h"

#include <cstdlib>
#include <new>

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

constexpr int misuse_code = 1;

POLDER_PRIVATE Group world_group = {};

[[noreturn, gnu::cold]] void no_memory(const char *function) {
    job_fail(misuse_code, "%s: no memory", function);
}

const std::uint32_t *table_of(const team::Team &team, const char *function) {
    auto *table = static_cast<std::uint32_t *>(std::malloc(sizeof(std::uint32_t) * team.size));
    if (!table) no_memory(function);
    for (unsigned rank = 0; rank < team.size; ++rank)
        table[rank] = team_thread(team, rank);
    return table;
}

// Null for those in no team.
Group *group_of(const char *function, Status status, team::Team *team) {
    if (!is_ok(status)) no_memory(function);
    if (!team) return nullptr;
    void *memory = std::malloc(sizeof(Group));
    if (!memory) no_memory(function);
    auto *group = new (memory) Group;
    group->owner = mythread();
    group->team = team;
    group->members.table = table_of(*team, function);
    group->magic = Group::valid;
    return group;
}

Group *split(const char *function, Group *parent, int colour, int key) {
    Group &from = group_entered(function, parent);
    const sync::OneCaller here(function);
    const race::RaceHush hush;
    team::Team *team = nullptr;
    const Status status = team_split(*from.team, colour, key, &team);
    return group_of(function, status, team);
}

int own_rank(const Group &group) {
    return static_cast<int>(group.team->rank);
}

} // namespace

Group *group_split(const char *function, Group *parent, int colour) {
    return split(function, parent, colour, 0);
}

} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

Group *upc_group_world(void) {
    Group &group = local(world_group);
    if (__builtin_expect(!group.team, 0)) {
        group.owner = mythread();
        group.team = &team::team_world();
        group.magic = Group::valid;
    }
    return &group;
}

Group *upc_group_split(Group *parent, int colour, int key) {
    return split("upc_group_split", parent, colour, key);
}

Group *upc_group_list(Group *parent, const int *ranks, int count) {
    constexpr const char *function = "upc_group_list";
    Group &from = group_entered(function, parent);
    if (count < 0) job_fail(misuse_code, "%s: a list of %d ranks", function, count);
    if (count && !ranks) job_fail(misuse_code, "%s: ranks is a null pointer", function);
    const sync::OneCaller here(function);
    const race::RaceHush hush;
    team::Team *team = nullptr;
    const Status status = team_from_list(*from.team, ranks, static_cast<unsigned>(count), &team);
    return group_of(function, status, team);
}

void upc_group_free(Group *group) {
    if (!group) return;
    group_entered("upc_group_free", group);
    if (group == &local(world_group)) job_fail(misuse_code, "upc_group_free: the group of all threads is not freed");
    const sync::OneCaller here("upc_group_free");
    const race::RaceHush hush;
    polder_fence();
    team_free(group->team);
    std::free(const_cast<std::uint32_t *>(group->members.table));
    group->magic = 0;
    std::free(group);
}

int upc_group_rank(Group *group) {
    return own_rank(group_checked("upc_group_rank", group));
}

int upc_group_size(Group *group) {
    return static_cast<int>(group_checked("upc_group_size", group).team->size);
}

int upc_group_thread(Group *group, int rank) {
    const Group &of = group_checked("upc_group_thread", group);
    return static_cast<int>(of.members.thread(group_rank(of, {"upc_group_thread", "rank"}, rank)));
}

int upc_group_rank_of(Group *group, int thread) {
    const Group &of = group_checked("upc_group_rank_of", group);
    unsigned rank;
    const bool is_member = thread >= 0 && of.team->ranks.rank_of(static_cast<unsigned>(thread), &rank);
    return is_member ? static_cast<int>(rank) : -1;
}
#pragma GCC visibility pop
} // extern "C"
