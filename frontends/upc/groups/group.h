// Groups of UPC threads (<upc_groups.h>): what their functions share. A group is a team
// (runtime/team) as an object of the language; each member has an object of its own.
//
// The group's view of a shared array. A collective function of the standard speaks of THREADS,
// MYTHREAD and blocks with affinity to each thread. A group puts its size in place of THREADS, and
// a member's rank in place of its thread number. The blocks with affinity to threads outside are
// left out. So the part of rank r is what lies on its thread, at the place where it always was.
#pragma once

#include "frontends/upc/collectives/collective.h"
#include "runtime/coll/request/member_threads.h"
#include "runtime/team/team.h"

namespace polder::upc {

// One member's. Only the thread that made it uses it.
struct Group {
    static constexpr std::uint32_t valid = 0x67727570;

    std::uint32_t magic = 0; // valid, until it is freed
    std::uint32_t owner = 0;
    team::Team *team = nullptr;
    coll::MemberThreads members = {};
    team::SplitBarrier barrier = {};
    bool notified = false;             // between upc_group_notify and upc_group_wait
    race::RaceToken meeting = nullptr; // of the barrier under way, for a detector of races
};

// Ends the job, naming the function, if there is no such group.
inline Group &group_checked(const char *function, Group *group);
// The same for a collective function of the group: it is not between notify and wait.
inline Group &group_entered(const char *function, Group *group);

[[noreturn, gnu::cold]] void group_refuse(const char *function, const Group *group);
[[noreturn, gnu::cold]] void group_refuse_notified(const char *function);

inline Group &group_checked(const char *function, Group *group) {
    const bool right = group && group->magic == Group::valid && group->owner == mythread();
    if (__builtin_expect(!right, 0)) group_refuse(function, group);
    return *group;
}

inline Group &group_entered(const char *function, Group *group) {
    group_checked(function, group);
    if (__builtin_expect(group->notified, 0)) group_refuse_notified(function);
    return *group;
}

// The members of one colour, in the order of their ranks in the parent. Collective over that.
Group *group_split(const char *function, Group *parent, int colour);

// An argument of a function, for messages.
struct GroupArgument {
    const char *function;
    const char *parameter;
};

// The address on thread 0 of an array with a part on each member. It points to thread 0, as the
// standard has it, or to the first member.
polder_ga group_array(const Group &group, const GroupArgument &argument, polder_ga array);
// The rank of the member that has it.
unsigned group_owner(const Group &group, const GroupArgument &argument, polder_ga object);
[[noreturn, gnu::cold]] void group_refuse_rank(const Group &group, const GroupArgument &argument, int rank);
// A rank given as an argument.
inline unsigned group_rank(const Group &group, const GroupArgument &argument, int rank) {
    const auto number = static_cast<unsigned>(rank); // a negative one becomes too large
    if (__builtin_expect(number >= group.team->size, 0)) group_refuse_rank(group, argument, rank);
    return number;
}

} // namespace polder::upc
