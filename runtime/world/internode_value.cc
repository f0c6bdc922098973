// Operations on values between the threads of several nodes: each is one operation of the team of
// all threads; see internode.h.
#include "runtime/coll/reduction/combine.h"
#include "runtime/core/job.h"
#include "runtime/world/internode.h"
#include "runtime/world/internode_run.h"

namespace polder::world {

using namespace coll;
using namespace team;
namespace {

void run_combining(const CollectiveArguments &call, void *sum, const Reduction &reduction) {
    const Combine combine = combine_of(reduction);
    team_run(team_world(), call, {sum, sum, &combine});
}

} // namespace

// From whoever sends to the caller, to `to`. A long value follows a short word that says whom it is
// from.
void internode_permute(Team &team, const PermuteBlocks &blocks, unsigned to) {
    const std::size_t bytes = blocks.bytes;
    const bool small = bytes <= am_transport.eager;
    std::uint32_t self = team.rank;
    std::uint32_t from = 0;
    Operation first(am_transport.eager);
    const std::size_t head = small ? bytes : sizeof self;
    first.buffer[0] = static_cast<char *>(const_cast<void *>(small ? blocks.given : &self));
    first.buffer[1] = static_cast<char *>(small ? blocks.received : &from);
    const BufferRef kept = first.schedule.scratch(head); // given and received may be the same memory
    first.schedule.copy(kept, {Buffer::in}, head);
    first.schedule.send(to, 0, kept, head);
    first.schedule.await(any_member, 0, {Buffer::out}, head);
    team_carry(team, first);
    if (small) return;
    Operation rest(am_transport.eager);
    rest.buffer[0] = static_cast<char *>(const_cast<void *>(blocks.given));
    rest.buffer[1] = static_cast<char *>(blocks.received);
    const bool same = blocks.given == blocks.received;
    const BufferRef target = same ? rest.schedule.scratch(bytes) : BufferRef{Buffer::out};
    rest.schedule.post(from, 0, target, bytes);
    rest.schedule.send(to, 0, {Buffer::in}, bytes);
    rest.schedule.await(from, 0, target, bytes);
    if (same) rest.schedule.copy({Buffer::out}, target, bytes);
    team_carry(team, rest);
}

void internode_broadcast_value(void *value, std::size_t bytes, unsigned root) {
    run(team_world(), arguments(Collective::broadcast, bytes, root), value, value);
}
void internode_scatter_value(void *value, const void *all, std::size_t bytes, unsigned root) {
    run(team_world(), arguments(Collective::scatter, bytes, root), all, value);
}
void internode_gather_value(void *all, const void *value, std::size_t bytes, unsigned root) {
    run(team_world(), arguments(Collective::gather, bytes, root), value, all);
}
void internode_gather_all_value(void *all, const void *value, std::size_t bytes) {
    run(team_world(), arguments(Collective::allgather, bytes), value, all);
}

void internode_permute_value(void *received, const void *value, std::size_t bytes, unsigned to) {
    if (to >= threads())
        job_fail(1, "permutation of values: %u is no thread; a permutation of 0 to %u is needed", to, threads() - 1);
    internode_permute(team_world(), {value, received, bytes}, to);
}

void internode_reduce_value(void *sum, const Reduction &reduction, unsigned root) {
    run_combining(arguments(Collective::reduce, reduction.kernel->size, root), sum, reduction);
}
void internode_reduce_all_value(void *sum, const Reduction &reduction) {
    run_combining(arguments(Collective::allreduce, reduction.kernel->size), sum, reduction);
}
void internode_prefix_value(void *sum, const Reduction &reduction) {
    run_combining(arguments(Collective::scan, reduction.kernel->size), sum, reduction);
}

} // namespace polder::world
