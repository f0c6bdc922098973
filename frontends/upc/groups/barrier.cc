// Barriers of groups. upc_group_barrier is upc_group_notify and upc_group_wait, so members may mix
// the forms, as with those of all threads (UPC 1.3, 6.6.1 p7).
#include "frontends/upc/groups/group.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

void notify(Group &group) {
    polder_fence(); // puts to other nodes are visible there before anybody leaves
    if (race::race_watched()) group.meeting = race_token(*group.team);
    race::race_give(group.meeting);
    team_barrier_arrive(*group.team, group.barrier);
}

void wait(Group &group) {
    team_barrier_leave(*group.team, group.barrier);
    race::race_take(group.meeting);
    polder_fence();
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

void upc_group_barrier(Group *group) {
    const sync::OneCaller here("upc_group_barrier");
    const race::RaceHush hush;
    Group &of = group_entered("upc_group_barrier", group);
    notify(of);
    wait(of);
}

void upc_group_notify(Group *group) {
    const sync::OneCaller here("upc_group_notify");
    const race::RaceHush hush;
    Group &of = group_entered("upc_group_notify", group);
    notify(of);
    of.notified = true;
}

void upc_group_wait(Group *group) {
    const sync::OneCaller here("upc_group_wait");
    const race::RaceHush hush;
    Group &of = group_checked("upc_group_wait", group);
    if (!of.notified) job_fail(1, "upc_group_wait without upc_group_notify of the same group");
    of.notified = false;
    wait(of);
}
#pragma GCC visibility pop
} // extern "C"
