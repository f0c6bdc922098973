// Blocking operations of teams on one node, through shared lines (runtime/coll/shm) instead of
// messages: short ones, and those on symmetric memory. They cost a line each way and, where
// threads share cores, a context switch a thread.
//
// The team of all threads of a one-node job has its lines in the control block. Another team gets
// some in the segment of its first member, 1.5 KiB a member, when it first needs them.
#include "runtime/team/team.h"

#include "runtime/alloc/alloc.h"
#include "runtime/coll/shm/symmetric.h"
#include "runtime/coll/shm/value.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <cstring>

namespace polder::team {

using namespace coll;
using namespace coll::shm;
namespace {

// A Combine for vectors of `bytes` as the kernel of a reduction of one value: the kernel's function
// stands for this.
struct Vector {
    Kernel kernel;
    const Combine &combine;

    Vector(const Combine &c, std::size_t bytes) : kernel{bytes, nullptr, nullptr, nullptr, apply}, combine(c) {}
    Reduction reduction() const {
        return {&kernel, reinterpret_cast<ReductionFunction>(const_cast<Vector *>(this)), combine.ordered};
    }
    static void apply(void *sum, const void *right, ReductionFunction self) {
        const Vector &v = *reinterpret_cast<const Vector *>(self);
        v.combine.function(sum, right, v.kernel.size / v.combine.element, v.combine.context);
    }
};

// Few members: each reads the values of all, which is one line each way, and makes the same sum.
constexpr unsigned few = 4;

void sum_of_all(Group &group, void *sum, const Vector &vector) {
    unsigned char values[few][largest_value];
    const std::size_t bytes = vector.kernel.size;
    unsigned char *all = values[0];
    gather_all_value(group, all, sum, bytes);
    std::memcpy(sum, all, bytes);
    for (unsigned r = 1; r < group.size; ++r) {
        alignas(16) unsigned char next[largest_value];
        std::memcpy(next, all + r * bytes, bytes);
        vector.reduction().combine(sum, next);
    }
}

void reduce(Group &group, const CollectiveArguments &call, const TeamData &data) {
    const Vector vector(*data.combine, call.bytes);
    alignas(16) unsigned char sum[largest_value];
    std::memcpy(sum, data.in, call.bytes);
    switch (call.collective) {
    case Collective::reduce: reduce_value(group, sum, vector.reduction(), call.root); break;
    case Collective::allreduce:
        if (group.size <= few)
            sum_of_all(group, sum, vector);
        else
            reduce_all_value(group, sum, vector.reduction());
        break;
    default: prefix_value(group, sum, vector.reduction());
    }
    if (call.collective != Collective::reduce || group.rank == call.root) std::memcpy(data.out, sum, call.bytes);
}

} // namespace

namespace {

unsigned thread_of(const void *team, unsigned rank) {
    return team_thread(*static_cast<const Team *>(team), rank);
}

// The first member has the memory and tells the others where, with a message: so nobody looks at it
// before it is zero.
void make_lines(Team &team) {
    TeamLines &lines = team.lines;
    const std::size_t bytes = group_area_size(team.size);
    if (team.rank == 0) lines.memory = node_heap::allocate_local(bytes);
    if (lines.memory) std::memset(near_pointer(lines.memory), 0, bytes);
    polder_ga memory = lines.memory;
    CollectiveArguments call;
    call.collective = Collective::broadcast;
    call.bytes = sizeof memory;
    team_run(team, call, {nullptr, &memory, nullptr}, {Algorithm::tree, 0});
    lines.state = TeamLines::State::none;
    if (!memory) return;
    group_join(lines.group, near_pointer(memory), {team.size, team.rank, oversubscribed()});
    lines.group.thread_of = thread_of;
    lines.group.context = &team;
    lines.state = TeamLines::State::there; // the deadlock check may look from now on
}

void pass(Group &group) {
    if (meets_flat(group)) return group_leave(group, group_arrive(group));
    group_begin(group);
    group_meet(group);
}

// Each member reads a line of every other. With messages the steps are the logarithm of the
// members, but where threads share cores each step is a context switch.
constexpr unsigned few_to_read = 16;
constexpr unsigned slots_a_member = 4; // that it fills in an exchange, at most

bool fits_lines(const Team &team, const CollectiveArguments &call) {
    const bool may_read_all = team.size <= few_to_read || oversubscribed();
    switch (call.collective) {
    case Collective::barrier: return true;
    case Collective::broadcast: return call.bytes && call.bytes <= slot_bytes;
    case Collective::allgather: return call.bytes && call.bytes <= slot_bytes && !call.uneven && may_read_all;
    case Collective::alltoall:
        return call.bytes && call.bytes * team.size <= slots_a_member * slot_bytes && !call.uneven && may_read_all;
    case Collective::reduce:
    case Collective::allreduce:
    case Collective::scan: return call.bytes && call.bytes <= largest_value && !call.exclusive;
    default: return false;
    }
}

} // namespace

// The lines of one member alone have no memory: operations on arrays look at its group only.
Group *team_find_lines(Team &team) {
    if (team.topology.nodes > 1) return nullptr;
    if (&team == &team_world()) return team.lines.found = &group_of_node();
    if (team.size == 1) {
        team.lines.group.size = 1;
        return team.lines.found = &team.lines.group;
    }
    if (team.lines.state == TeamLines::State::unasked) make_lines(team);
    if (team.lines.state == TeamLines::State::there) team.lines.found = &team.lines.group;
    return team.lines.found;
}

void team_free_lines(Team &team) {
    if (team.lines.memory) alloc::allocation_free(team.lines.memory);
}

namespace {

bool fits_symmetric(const Team &team, const CollectiveArguments &call, const TeamData &data) {
    return data.symmetric && symmetric_fits(team.size, oversubscribed(), call, data.combine);
}

void run_value(Group &group, const CollectiveArguments &call, const TeamData &data) {
    switch (call.collective) {
    case Collective::barrier: return pass(group);
    case Collective::broadcast: return broadcast_value(group, data.out, call.bytes, call.root);
    case Collective::allgather: return gather_all_value(group, data.out, data.in, call.bytes);
    case Collective::alltoall: return exchange_value(group, data.out, data.in, call.bytes);
    default: return reduce(group, call, data);
    }
}

} // namespace

bool team_run_on_node(Team &team, const CollectiveArguments &call, const TeamData &data) {
    const bool by_value = fits_lines(team, call);
    if (!by_value && !fits_symmetric(team, call, data)) return false;
    if (check_wanted(Check::collectives)) return false; // messages show what differs
    Group *lines = team_lines(team);
    if (!lines || !lines->area) return false;
    if (by_value)
        run_value(*lines, call, data);
    else
        symmetric_run(*lines, {call, data.combine, data.in, *data.symmetric});
    return true;
}

} // namespace polder::team
