// Finds threads that will never meet. No right program can be in one of these cases:
//   1. A thread has ended without having begun the operation that another waits in.
//   2. A thread waits in an operation. Another, which has not begun that operation, waits in a
//      barrier that the first has not come to.
//
// Why one of two such threads finds it. A thread says where it waits, or that it has ended, and
// then looks at what the others have said. All of that is sequentially consistent:
//
//    thread A                      thread B
//    store "waits in operation k"  store "ended" or "waits in barrier n"
//    load what B has said          load what A has said
//
// One of the stores is the later one in the single order of all. The load behind it sees the other
// store.
//
// Everything said is compared by number. What a thread said of an earlier wait, and has not taken
// back, does no harm: its number is below those of the others.
#include "runtime/world/deadlock_check.h"

#include "runtime/barrier/barrier.h"
#include "runtime/coll/request/mismatch.h"
#include "runtime/coll/shm/group.h"
#include "runtime/core/job.h"
#include "runtime/team/team.h"

namespace polder::world {

using namespace coll::shm;
using namespace team;
namespace {

// Members are the threads of the node.
unsigned thread_of(unsigned rank) {
    return node_first(mynode()) + rank;
}

void waits_in_collective(Group &group, std::uint64_t operation) {
    group.own().presence.waiting.store(operation, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r) {
        const GroupPresence &other = group.member(r).presence;
        const std::uint64_t ended = other.ended.load(std::memory_order_seq_cst);
        if (ended && ended <= operation) coll::presence_fail_ended(thread_of(r), mythread());
        const std::uint64_t barrier = other.barrier.load(std::memory_order_seq_cst);
        if (barrier > barrier::barrier_number() && other.begun.load(std::memory_order_seq_cst) < operation)
            coll::presence_fail_order(thread_of(r), mythread());
    }
}

void waits_in_barrier(Group &group, std::uint64_t number) {
    if (nodes() > 1) return team_in_barrier(number);
    GroupPresence &own = group.own().presence;
    own.begun.store(group.operations, std::memory_order_seq_cst);
    own.barrier.store(number, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r)
        if (group.member(r).presence.waiting.load(std::memory_order_seq_cst) > group.operations &&
            !barrier::barrier_reached_by(thread_of(r)))
            coll::presence_fail_order(mythread(), thread_of(r));
}

void before_park(const sync::WaitReason &why) {
    Group &group = group_of_node();
    if (why.kind == WaitKind::barrier || why.kind == WaitKind::notify_wait) return waits_in_barrier(group, why.object);
    // Waits of that kind that are not the group's are those of the runtime's own barrier.
    const std::uint64_t operation = group.own().presence.waiting.load(std::memory_order_relaxed);
    if (why.kind != WaitKind::collective) return;
    if (operation)
        waits_in_collective(group, operation);
    else
        team_parks(why.peer, why.object);
}

} // namespace

void deadlock_check_start() {
    sync::wait_setup.before_park = before_park;
}

void deadlock_check_end() {
    team_thread_ends();
    Group &group = group_of_node();
    group.own().presence.ended.store(group.operations + 1, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r)
        if (group.member(r).presence.waiting.load(std::memory_order_seq_cst) > group.operations)
            coll::presence_fail_ended(mythread(), thread_of(r));
}

} // namespace polder::world
