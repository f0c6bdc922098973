// Finds threads that will never meet. No right program can be in one of these cases:
//   1. A thread has ended without having begun the operation that another waits in.
//   2. A thread waits in an operation. Another, which has not begun that operation, waits in a
//      barrier that the first has not come to. An operation is a collective one, or an internal
//      barrier; the barrier is the program's or an internal one (JobBarrier).
//   3. Two threads are in one operation of a group, and the signatures of their calls differ. They
//      stand in the positions of members, where the operation posts these (coll/shm/group.h).
//
// Why one of two such threads finds it. A thread says where it waits, or that it has ended, and
// then looks at what the others have said. Its position it has posted before, with a fence. All of
// that is sequentially consistent:
//
//    thread A                      thread B
//    store "waits in operation k"  store "ended" or "waits in barrier n"
//    load what B has said          load what A has said
//
// One of the stores is the later one in the single order of all. The load behind it sees the other
// store.
//
// Each group with shared lines is looked at in this way: that of the node's threads, and those of
// teams. Of what goes by messages, operations of all threads are: the waiting thread asks the other
// by a message (coll/transport/am_transport.h). A message may be refused. Then the thread asks
// again for as long as it waits (sync/wait.h).
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

using namespace barrier;
using namespace coll::shm;
using namespace team;
namespace {

constexpr JobBarrier both[] = {JobBarrier::program, JobBarrier::internal};

// The latest barrier of that kind in which the member waits, or has waited.
std::uint64_t barrier_of(const GroupPresence &presence, JobBarrier which) {
    return presence.barrier[static_cast<unsigned>(which)].load(std::memory_order_seq_cst);
}

// Whether the waiting member's operation needs that rank. Among all threads it always does, as UPC
// wants one order of collective functions and barriers. Members of a team may differ there as long
// as nobody waits in vain.
bool waits_for(const Group &group, const GroupPresence &waiting, unsigned rank) {
    const std::uint64_t peer = waiting.peer.load(std::memory_order_relaxed);
    return !group.thread_of || peer == 0 || peer == std::uint64_t{rank} + 1;
}

[[noreturn]] void fail_order(JobBarrier which, unsigned in_barrier, unsigned in_collective) {
    coll::presence_fail_order(which, coll::waiting_thread(in_barrier), coll::waiting_thread(in_collective));
}

std::uint64_t position_of_member(const Group &group, unsigned rank) {
    return group.member(rank).position().number.load(std::memory_order_seq_cst);
}

// Nothing to compare where the caller has posted no position in this operation.
void compare_calls(const Group &group, std::uint64_t operation) {
    const std::uint64_t own = position_of_member(group, group.rank);
    if (operation_at(own) != operation || !signature_at(own)) return;
    for (unsigned r = 0; r < group.size; ++r) {
        const std::uint64_t other = position_of_member(group, r);
        if (operation_at(other) == operation && signature_at(other) && signature_at(other) != signature_at(own))
            coll::fail_mismatch({group.thread(r), signature_at(other)}, {mythread(), signature_at(own)}, operation);
    }
}

void waits_in_collective(Group &group, std::uint64_t operation) {
    compare_calls(group, operation);
    group.own().presence.waiting.store(operation, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r) {
        const GroupPresence &other = group.member(r).presence;
        const std::uint64_t ended = other.ended.load(std::memory_order_seq_cst);
        if (ended && ended <= operation) coll::presence_fail_ended(group.thread(r), coll::waiting_thread(mythread()));
        for (const JobBarrier which : both)
            if (barrier_of(other, which) > barrier_number(which) &&
                other.begun.load(std::memory_order_seq_cst) < operation && waits_for(group, group.own().presence, r))
                fail_order(which, group.thread(r), mythread());
    }
}

void waits_in_barrier(Group &group, JobBarrier which) {
    GroupPresence &own = group.own().presence;
    own.begun.store(group.operations, std::memory_order_seq_cst);
    own.barrier[static_cast<unsigned>(which)].store(barrier_number(which), std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r) {
        const GroupPresence &other = group.member(r).presence;
        const bool later = other.waiting.load(std::memory_order_seq_cst) > group.operations;
        if (!later || !waits_for(group, other, group.rank)) continue;
        const unsigned thread = group.thread(r);
        if (!barrier_reached_by(which, thread)) fail_order(which, mythread(), thread);
    }
}

// The thread has said that it waits in its latest barrier of that kind. Whoever waits in one of the
// other kind that this thread has not come to stays there. So this barrier lacks that thread.
void waits_in_other_barrier(Group &group, JobBarrier which) {
    const JobBarrier other = which == JobBarrier::program ? JobBarrier::internal : JobBarrier::program;
    for (unsigned r = 0; r < group.size; ++r) {
        const unsigned thread = group.thread(r);
        if (barrier_of(group.member(r).presence, other) <= barrier_number(other)) continue;
        if (barrier_reached_by(which, thread)) continue;
        const bool in_program = which == JobBarrier::program;
        fail_order(JobBarrier::program, in_program ? mythread() : thread, in_program ? thread : mythread());
    }
}

void waits_for_ended(Group &group) {
    for (unsigned r = 0; r < group.size; ++r) {
        const std::uint64_t ended = group.member(r).presence.ended_internal.load(std::memory_order_seq_cst);
        if (ended && ended <= barrier_number(JobBarrier::internal))
            coll::presence_fail_ended(group.thread(r), coll::waiting_thread(mythread()));
    }
}

void ends(Group &group) {
    group.own().presence.ended.store(group.operations + 1, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r)
        if (group.member(r).presence.waiting.load(std::memory_order_seq_cst) > group.operations)
            coll::presence_fail_ended(mythread(), coll::waiting_thread(group.thread(r)));
}

void ends_on_node(Group &group) {
    const std::uint64_t internal = barrier_number(JobBarrier::internal);
    group.own().presence.ended_internal.store(internal + 1, std::memory_order_seq_cst);
    for (unsigned r = 0; r < group.size; ++r)
        if (barrier_of(group.member(r).presence, JobBarrier::internal) > internal)
            coll::presence_fail_ended(mythread(), coll::waiting_thread(group.thread(r)));
    ends(group);
}

template <class Visit> void each_team_with_lines(Visit visit) {
    team_visit_lines({[](Group &lines, void *context) { (*static_cast<Visit *>(context))(lines); }, &visit});
}

// A wait in the lines of a team says so there.
void waits_in_team() {
    each_team_with_lines([](Group &lines) {
        if (lines.awaited) waits_in_collective(lines, lines.awaited);
    });
}

bool waits_in_job_barrier(Group &group, JobBarrier which) {
    const bool asked = team_in_barrier(which);
    if (nodes() == 1) {
        waits_in_barrier(group, which);
        waits_in_other_barrier(group, which);
        if (which == JobBarrier::internal) waits_for_ended(group);
    }
    each_team_with_lines([&](Group &lines) { waits_in_barrier(lines, which); });
    return asked;
}

// Barriers and collectives have one caller in a UPC thread, so it may join the group. Several of
// its system threads may wait for locks at once.
bool before_park(const sync::WaitReason &why) {
    if (why.kind == WaitKind::barrier || why.kind == WaitKind::notify_wait)
        return waits_in_job_barrier(group_of_node(), JobBarrier::program);
    if (why.kind == WaitKind::internal_barrier) return waits_in_job_barrier(group_of_node(), JobBarrier::internal);
    if (why.kind != WaitKind::collective) return true;
    // Waits of that kind that are not the group's are of teams.
    Group &group = group_of_node();
    if (group.awaited) {
        waits_in_collective(group, group.awaited);
        return true;
    }
    waits_in_team();
    return team_parks(why.peer, why.object);
}

} // namespace

void deadlock_check_start() {
    sync::wait_setup.before_park = before_park;
}

void deadlock_check_end() {
    team_thread_ends();
    ends_on_node(group_of_node());
    each_team_with_lines(ends);
}

} // namespace polder::world
