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
// Each group with shared lines is looked at in this way: that of the node's threads, and those of
// teams. What members of a team do by messages is not.
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

// The members of the first group are the threads of the node.
unsigned thread_of(const Group &group, unsigned rank) {
    return group.thread_of ? group.thread_of(group.context, rank) : node_first(mynode()) + rank;
}

// Whether the waiting member's operation needs that rank. Among all threads it always does, as UPC
// wants one order of collective functions and barriers. Members of a team may differ there as long
// as nobody waits in vain.
bool waits_for(const Group &group, const GroupPresence &waiting, unsigned rank) {
    const std::uint64_t peer = waiting.peer.load(std::memory_order_relaxed);
    return !group.thread_of || peer == 0 || peer == std::uint64_t{rank} + 1;
}

void waits_in_collective(Group &group, std::uint64_t operation) {
    group.own().presence.waiting.store(operation, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r) {
        const GroupPresence &other = group.member(r).presence;
        const std::uint64_t ended = other.ended.load(std::memory_order_seq_cst);
        if (ended && ended <= operation) coll::presence_fail_ended(thread_of(group, r), mythread());
        const std::uint64_t barrier = other.barrier.load(std::memory_order_seq_cst);
        const bool in_barrier = barrier > barrier::barrier_number();
        if (in_barrier && other.begun.load(std::memory_order_seq_cst) < operation &&
            waits_for(group, group.own().presence, r))
            coll::presence_fail_order(thread_of(group, r), mythread());
    }
}

void waits_in_barrier(Group &group, std::uint64_t number) {
    GroupPresence &own = group.own().presence;
    own.begun.store(group.operations, std::memory_order_seq_cst);
    own.barrier.store(number, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r) {
        const GroupPresence &other = group.member(r).presence;
        const bool later = other.waiting.load(std::memory_order_seq_cst) > group.operations;
        if (!later || !waits_for(group, other, group.rank)) continue;
        const unsigned thread = thread_of(group, r);
        if (!barrier::barrier_reached_by(thread)) coll::presence_fail_order(mythread(), thread);
    }
}

void ends(Group &group) {
    group.own().presence.ended.store(group.operations + 1, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r)
        if (group.member(r).presence.waiting.load(std::memory_order_seq_cst) > group.operations)
            coll::presence_fail_ended(mythread(), thread_of(group, r));
}

template <class Visit> void each_team_with_lines(Visit visit) {
    team_visit_lines({[](Group &lines, void *context) { (*static_cast<Visit *>(context))(lines); }, &visit});
}

// A wait in the lines of a team says so there.
void waits_in_team() {
    each_team_with_lines([](Group &lines) {
        const std::uint64_t operation = lines.own().presence.waiting.load(std::memory_order_relaxed);
        if (operation) waits_in_collective(lines, operation);
    });
}

void before_park(const sync::WaitReason &why) {
    Group &group = group_of_node();
    if (why.kind == WaitKind::barrier || why.kind == WaitKind::notify_wait) {
        if (nodes() > 1)
            team_in_barrier(why.object);
        else
            waits_in_barrier(group, why.object);
        return each_team_with_lines([&](Group &lines) { waits_in_barrier(lines, why.object); });
    }
    // Waits of that kind that are not the group's are of teams, or of the runtime's own barrier.
    const std::uint64_t operation = group.own().presence.waiting.load(std::memory_order_relaxed);
    if (why.kind != WaitKind::collective) return;
    if (operation) return waits_in_collective(group, operation);
    waits_in_team();
    team_parks(why.peer, why.object);
}

} // namespace

void deadlock_check_start() {
    sync::wait_setup.before_park = before_park;
}

void deadlock_check_end() {
    team_thread_ends();
    ends(group_of_node());
    each_team_with_lines(ends);
}

} // namespace polder::world
