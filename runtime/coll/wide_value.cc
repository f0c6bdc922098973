// Values and copies between the threads of several nodes; see wide.h. Reductions of arrays: wide_reduce.cc.
#include "runtime/coll/combine.h"
#include "runtime/coll/wide.h"

#include "runtime/barrier/barrier.h"
#include "runtime/rma/copy.h"
#include "runtime/team/team.h"

#include <cstring>

namespace polder {

void wide_meet() {
    polder_fence(); // puts to other nodes are there before anybody leaves
    team_meeting(true);
    barrier_internal();
    team_meeting(false);
}

namespace {

CollectiveArguments arguments(Collective collective, std::size_t bytes, unsigned root = 0) {
    CollectiveArguments call;
    call.collective = collective;
    call.bytes = bytes;
    call.root = root;
    return call;
}

void run(const CollectiveArguments &call, const void *in, void *out) {
    team_run(team_world(), call, {in, out, nullptr});
}

void run_combining(const CollectiveArguments &call, void *sum, const Reduction &reduction) {
    const Combine combine = combine_of(reduction);
    team_run(team_world(), call, {sum, sum, &combine});
}

// From whoever sends to the caller, to `to`. A long value follows a short word that says whom it is from.
void permute(const void *given, void *received, std::size_t bytes, unsigned to) {
    Team &world = team_world();
    const bool small = bytes <= mail_transport.eager;
    std::uint32_t self = world.rank, from = 0;
    Operation first(mail_transport.eager);
    const std::size_t head = small ? bytes : sizeof self;
    first.place[0] = static_cast<char *>(const_cast<void *>(small ? given : &self));
    first.place[1] = static_cast<char *>(small ? received : &from);
    const Spot kept = first.schedule.scratch(head); // given and received may be the same memory
    first.schedule.copy(kept, {Place::in}, head);
    first.schedule.send(to, 0, kept, head);
    first.schedule.await(any_member, 0, {Place::out}, head);
    team_carry(world, first);
    if (small) return;
    Operation rest(mail_transport.eager);
    rest.place[0] = static_cast<char *>(const_cast<void *>(given));
    rest.place[1] = static_cast<char *>(received);
    const bool same = given == received;
    const Spot target = same ? rest.schedule.scratch(bytes) : Spot{Place::out};
    rest.schedule.post(from, 0, target, bytes);
    rest.schedule.send(to, 0, {Place::in}, bytes);
    rest.schedule.await(from, 0, target, bytes);
    if (same) rest.schedule.copy({Place::out}, target, bytes);
    team_carry(world, rest);
}

} // namespace

// ---- values ----

void wide_broadcast_value(void *value, std::size_t bytes, unsigned root) {
    run(arguments(Collective::broadcast, bytes, root), value, value);
}
void wide_scatter_value(void *value, const void *all, std::size_t bytes, unsigned root) {
    run(arguments(Collective::scatter, bytes, root), all, value);
}
void wide_gather_value(void *all, const void *value, std::size_t bytes, unsigned root) {
    run(arguments(Collective::gather, bytes, root), value, all);
}
void wide_gather_all_value(void *all, const void *value, std::size_t bytes) {
    run(arguments(Collective::allgather, bytes), value, all);
}

void wide_permute_value(void *received, const void *value, std::size_t bytes, unsigned to) {
    if (to >= threads())
        job_fail(1, "permutation of values: %u is no thread; a permutation of 0 to %u is needed", to, threads() - 1);
    permute(value, received, bytes, to);
}

void wide_reduce_value(void *sum, const Reduction &reduction, unsigned root) {
    run_combining(arguments(Collective::reduce, reduction.kernel->size, root), sum, reduction);
}
void wide_reduce_all_value(void *sum, const Reduction &reduction) {
    run_combining(arguments(Collective::allreduce, reduction.kernel->size), sum, reduction);
}
void wide_prefix_value(void *sum, const Reduction &reduction) {
    run_combining(arguments(Collective::scan, reduction.kernel->size), sum, reduction);
}

// ---- copies ----

namespace {

void *own_part(polder_ga array) {
    return near_pointer(array + (polder_ga{mythread()} << polder_job.shift));
}

unsigned own_target(const CopyRequest &r) {
    int to;
    std::memcpy(&to, own_part(r.perm), sizeof to);
    if (to < 0 || static_cast<unsigned>(to) >= threads())
        job_fail(1, "upc_all_permute: perm[%u] is %d; a permutation of 0 to %u is needed", mythread(), to,
                 threads() - 1);
    return static_cast<unsigned>(to);
}

void scatter(const CopyRequest &r, SyncModes modes) {
    const void *all = mythread() == r.root ? near_pointer(r.src) : nullptr;
    const CollectiveArguments call = arguments(Collective::scatter, r.bytes, r.root);
    const TeamData data{all, own_part(r.dst), nullptr};
    if (modes.in == Sync::all)
        team_run(team_world(), call, data);
    else
        team_run(team_world(), call, data, {Algorithm::direct, 0}); // nobody waits but for the root
}

void broadcast(const CopyRequest &r) {
    void *own = own_part(r.dst), *data = mythread() == r.root ? near_pointer(r.src) : own;
    run(arguments(Collective::broadcast, r.bytes, r.root), data, data);
    if (data != own) std::memcpy(own, data, r.bytes);
}

void move_together(const CopyRequest &r, SyncModes modes) {
    switch (r.movement) {
    case Movement::broadcast: return broadcast(r);
    case Movement::scatter: return scatter(r, modes);
    case Movement::gather:
        return run(arguments(Collective::gather, r.bytes, r.root), own_part(r.src),
                   mythread() == r.root ? near_pointer(r.dst) : nullptr);
    case Movement::gather_all: return run(arguments(Collective::allgather, r.bytes), own_part(r.src), own_part(r.dst));
    case Movement::exchange: return run(arguments(Collective::alltoall, r.bytes), own_part(r.src), own_part(r.dst));
    case Movement::permute: return permute(own_part(r.src), own_part(r.dst), r.bytes, own_target(r));
    }
}

bool has_single_array(Movement movement) {
    return movement == Movement::scatter || movement == Movement::gather;
}

} // namespace

bool wide_moves_alone(const CopyRequest &r, SyncModes modes) {
    if (modes.in == Sync::none) return modes.out != Sync::mine || has_single_array(r.movement);
    // The root of a gather may have left: the others put what is theirs.
    return modes.in == Sync::mine && r.movement == Movement::gather;
}

void wide_enter(const CopyRequest &r, SyncModes modes) {
    if (modes.in == Sync::mine) run(arguments(Collective::broadcast, 0, r.root), nullptr, nullptr);
}

void wide_leave(const CopyRequest &r, SyncModes modes) {
    if (modes.out == Sync::all) return wide_meet();
    if (modes.out == Sync::none) return;
    if (r.movement == Movement::gather) polder_fence();
    team_run(team_world(), arguments(Collective::gather, 0, r.root), {}, {Algorithm::direct, 0});
}

void wide_copy(const CopyRequest &r, SyncModes modes) {
    if (r.bytes == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) wide_meet();
        return;
    }
    if (modes.in == Sync::all) wide_meet();
    move_together(r, modes);
    if (modes.out == Sync::all) wide_meet();
}

} // namespace polder
