// Collective copies and meetings of members on several nodes; see internode.h.
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

void internode_meet(Team &team) {
    polder_fence(); // puts to other nodes are there before anybody leaves
    if (&team != &team_world()) return run(team, arguments(Collective::barrier, 0), nullptr, nullptr);
    team_meeting(true);
    barrier::barrier_internal();
    team_meeting(false);
}

namespace {

// A call of one member.
class InternodeCopy {
public:
    InternodeCopy(Team &team, const CopyRequest &request, SyncModes modes)
        : team_(team), request_(request), modes_(modes) {}
    void run();

private:
    bool at_root() const { return team_.rank == request_.root; }
    void *own_part(polder_ga array) const { return near_pointer(request_.part_of(array, team_.rank)); }
    void *single(polder_ga array) const { return at_root() ? near_pointer(array) : nullptr; }
    void together(Collective collective, const void *in, void *out) const {
        world::run(team_, arguments(collective, request_.bytes, request_.root), in, out);
    }
    unsigned own_target() const;
    bool moves_alone() const;
    void scatter() const;
    void broadcast() const;
    void move_together() const;
    void copy_together() const;
    void enter() const;
    void leave() const;

    Team &team_;
    const CopyRequest &request_;
    const SyncModes modes_;
};

unsigned InternodeCopy::own_target() const {
    int to;
    std::memcpy(&to, own_part(request_.perm), sizeof to);
    if (to < 0 || static_cast<unsigned>(to) >= team_.size) shm::refuse_target(request_, team_.size, team_.rank, to);
    return static_cast<unsigned>(to);
}

void InternodeCopy::scatter() const {
    const void *all = single(request_.src);
    if (modes_.in == Sync::all) return together(Collective::scatter, all, own_part(request_.dst));
    const CollectiveArguments call = arguments(Collective::scatter, request_.bytes, request_.root);
    team_run(team_, call, {all, own_part(request_.dst), nullptr}, {Algorithm::direct, 0}); // who waits: only the root
}

void InternodeCopy::broadcast() const {
    void *own = own_part(request_.dst);
    void *data = at_root() ? near_pointer(request_.src) : own;
    together(Collective::broadcast, data, data);
    if (data != own) std::memcpy(own, data, request_.bytes);
}

void InternodeCopy::move_together() const {
    const CopyRequest &r = request_;
    switch (r.movement) {
    case Movement::broadcast: return broadcast();
    case Movement::scatter: return scatter();
    case Movement::gather: return together(Collective::gather, own_part(r.src), single(r.dst));
    case Movement::gather_all: return together(Collective::allgather, own_part(r.src), own_part(r.dst));
    case Movement::exchange: return together(Collective::alltoall, own_part(r.src), own_part(r.dst));
    case Movement::permute: return internode_permute(team_, {own_part(r.src), own_part(r.dst), r.bytes}, own_target());
    }
}

bool has_single_array(Movement movement) {
    return movement == Movement::scatter || movement == Movement::gather;
}

bool InternodeCopy::moves_alone() const {
    if (!request_.bytes) return false;
    if (modes_.in == Sync::none) return modes_.out != Sync::mine || has_single_array(request_.movement);
    // The root of a gather may have left: the others put what is theirs.
    return modes_.in == Sync::mine && request_.movement == Movement::gather;
}

void InternodeCopy::enter() const {
    if (modes_.in == Sync::mine)
        world::run(team_, arguments(Collective::broadcast, 0, request_.root), nullptr, nullptr);
}

void InternodeCopy::leave() const {
    if (modes_.out == Sync::all) return internode_meet(team_);
    if (modes_.out == Sync::none) return;
    if (request_.movement == Movement::gather) polder_fence();
    team_run(team_, arguments(Collective::gather, 0, request_.root), {}, {Algorithm::direct, 0});
}

void InternodeCopy::copy_together() const {
    if (request_.bytes == 0) {
        if (modes_.in == Sync::all || modes_.out == Sync::all) internode_meet(team_);
        return;
    }
    if (modes_.in == Sync::all) internode_meet(team_);
    move_together();
    if (modes_.out == Sync::all) internode_meet(team_);
}

void InternodeCopy::run() {
    if (!moves_alone()) return copy_together();
    enter();
    shm::copy_part(request_, team_.size, team_.rank, [](unsigned) {});
    leave();
}

} // namespace

void internode_copy(Team &team, const CopyRequest &request, SyncModes modes) {
    InternodeCopy(team, request, modes).run();
}

} // namespace polder::world
