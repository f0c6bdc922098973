// Collective copies and meetings of all threads of several nodes; see internode.h.
#include "runtime/barrier/barrier.h"
#include "runtime/coll/shm/copy_part.h"
#include "runtime/core/job.h"
#include "runtime/rma/copy.h"
#include "runtime/team/team.h"
#include "runtime/world/internode.h"
#include "runtime/world/internode_run.h"

#include <cstring>

namespace polder::world {

using namespace coll;
using namespace team;

void internode_meet() {
    polder_fence(); // puts to other nodes are there before anybody leaves
    team_meeting(true);
    barrier::barrier_internal();
    team_meeting(false);
}

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
    void *own = own_part(r.dst);
    void *data = mythread() == r.root ? near_pointer(r.src) : own;
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
    case Movement::permute: return internode_permute(own_part(r.src), own_part(r.dst), r.bytes, own_target(r));
    }
}

bool has_single_array(Movement movement) {
    return movement == Movement::scatter || movement == Movement::gather;
}

bool moves_alone(const CopyRequest &r, SyncModes modes) {
    if (modes.in == Sync::none) return modes.out != Sync::mine || has_single_array(r.movement);
    // The root of a gather may have left: the others put what is theirs.
    return modes.in == Sync::mine && r.movement == Movement::gather;
}

void enter(const CopyRequest &r, SyncModes modes) {
    if (modes.in == Sync::mine) run(arguments(Collective::broadcast, 0, r.root), nullptr, nullptr);
}

void leave(const CopyRequest &r, SyncModes modes) {
    if (modes.out == Sync::all) return internode_meet();
    if (modes.out == Sync::none) return;
    if (r.movement == Movement::gather) polder_fence();
    team_run(team_world(), arguments(Collective::gather, 0, r.root), {}, {Algorithm::direct, 0});
}

void copy_together(const CopyRequest &r, SyncModes modes) {
    if (r.bytes == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) internode_meet();
        return;
    }
    if (modes.in == Sync::all) internode_meet();
    move_together(r, modes);
    if (modes.out == Sync::all) internode_meet();
}

} // namespace

void internode_copy(const CopyRequest &r, SyncModes modes) {
    const bool own_part = r.bytes && moves_alone(r, modes);
    if (!own_part) return copy_together(r, modes);
    enter(r, modes);
    shm::copy_part(r, threads(), mythread(), [](unsigned) {});
    leave(r, modes);
}

} // namespace polder::world
