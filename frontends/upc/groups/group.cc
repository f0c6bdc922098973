// Rules for the arguments of functions of groups; see group.h.
#include "frontends/upc/groups/group.h"

#include "runtime/segment/segment.h"

namespace polder::upc {
namespace {
constexpr int misuse_code = 1;
} // namespace

void group_refuse(const char *function, const Group *group) {
    if (!group)
        job_fail(misuse_code, "%s: null pointer; whoever is in none of the groups made by a call gets null", function);
    if (group->magic != Group::valid)
        job_fail(misuse_code, "%s: this is not a group, or one that has been freed", function);
    job_fail(misuse_code, "%s: this object is of thread %u; each member of a group has its own", function,
             group->owner);
}

void group_refuse_notified(const char *function) {
    job_fail(misuse_code, "%s between upc_group_notify and upc_group_wait of the same group", function);
}

polder_ga group_array(const Group &group, const GroupArgument &argument, polder_ga array) {
    check_not_null(argument.function, argument.parameter, array);
    const unsigned thread = thread_of(array);
    const unsigned first = group.members.thread(0);
    if (__builtin_expect(thread != 0 && thread != first, 0))
        job_fail(misuse_code,
                 "%s: %s points to thread %u; it must have affinity to thread 0 or to rank 0 of the group, thread %u",
                 argument.function, argument.parameter, thread, first);
    return array - (polder_ga{thread} << polder_job.shift);
}

unsigned group_owner(const Group &group, const GroupArgument &argument, polder_ga object) {
    check_not_null(argument.function, argument.parameter, object);
    const unsigned thread = thread_of(object);
    unsigned rank;
    if (!group.members.table) return thread;
    if (!group.team->ranks.rank_of(thread, &rank))
        job_fail(misuse_code, "%s: %s points to thread %u, which is not in the group", argument.function,
                 argument.parameter, thread);
    return rank;
}

void group_refuse_rank(const Group &group, const GroupArgument &argument, int rank) {
    job_fail(misuse_code, "%s: %s is %d in a group of %u", argument.function, argument.parameter, rank,
             group.team->size);
}

} // namespace polder::upc
