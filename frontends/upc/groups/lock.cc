// Locks that the members of a group allocate together. Any thread may lock them.
#include "frontends/upc/groups/group.h"
#include "runtime/world/call_check.h"

using namespace polder;
using namespace polder::upc;

extern "C" {
polder_ga upc_global_lock_alloc(void);
void upc_lock_free(polder_ga ptr);
}

namespace polder::upc {
namespace {

polder_ga agree_on_first(Group &group, polder_ga value) {
    coll::CollectiveArguments call;
    call.collective = coll::Collective::broadcast;
    call.bytes = sizeof value;
    team_run(*group.team, call, {&value, &value, nullptr});
    return value;
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

polder_ga upc_group_lock_alloc(Group *group) {
    const sync::OneCaller here("upc_group_lock_alloc");
    const race::RaceHush hush;
    Group &of = group_entered("upc_group_lock_alloc", group);
    return agree_on_first(of, of.team->rank == 0 ? upc_global_lock_alloc() : 0);
}

void upc_group_lock_free(Group *group, polder_ga ptr) {
    const sync::OneCaller here("upc_group_lock_free");
    const race::RaceHush hush;
    Group &of = group_entered("upc_group_lock_free", group);
    polder_fence();
    if (world::call_check_wanted()) world::call_check({"upc_group_lock_free", {{"ptr", ptr}}, of.team});
    team::SplitBarrier barrier; // the lock stays valid until all have called
    team_barrier_arrive(*of.team, barrier);
    team_barrier_leave(*of.team, barrier);
    if (of.team->rank == 0) upc_lock_free(ptr);
}
#pragma GCC visibility pop
} // extern "C"
