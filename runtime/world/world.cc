// One node or several: the one place that decides it for operations over all threads of the job.
#include "runtime/world/world.h"

#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/value.h"
#include "runtime/core/job.h"
#include "runtime/world/call_check.h"
#include "runtime/world/internode.h"

namespace polder::world {

using namespace coll;

namespace {

bool internode() {
    return __builtin_expect(nodes() > 1, 0);
}

} // namespace

void meet() {
    if (internode()) return internode_meet(team::team_world());
    shm::group_meet(shm::group_of_node());
}

void copy(const CopyRequest &request, SyncModes modes) {
    if (permutation_wants_check(request)) permutation_check(team::team_world(), request);
    if (internode()) return internode_copy(team::team_world(), request, modes);
    shm::array_copy(shm::group_of_node(), request, modes);
}

void reduce(const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes) {
    const ReduceTarget target{dst, static_cast<unsigned>(polder_thread_of(polder_env_get(), dst))};
    if (internode()) return internode_reduce(team::team_world(), reduction, target, src, modes);
    shm::array_reduce(shm::group_of_node(), reduction, target, src, modes);
}

void prefix_reduce(const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes) {
    if (internode()) return internode_prefix_reduce(team::team_world(), reduction, dst, src, modes);
    shm::array_scan(shm::group_of_node(), reduction, dst, src, modes);
}

void broadcast_value(void *value, std::size_t bytes, unsigned root) {
    if (internode()) return internode_broadcast_value(value, bytes, root);
    shm::broadcast_value(shm::group_of_node(), value, bytes, root);
}

void scatter_value(void *value, const void *all, std::size_t bytes, unsigned root) {
    if (internode()) return internode_scatter_value(value, all, bytes, root);
    shm::scatter_value(shm::group_of_node(), value, all, bytes, root);
}

void gather_value(void *all, const void *value, std::size_t bytes, unsigned root) {
    if (internode()) return internode_gather_value(all, value, bytes, root);
    shm::gather_value(shm::group_of_node(), all, value, bytes, root);
}

void gather_all_value(void *all, const void *value, std::size_t bytes) {
    if (internode()) return internode_gather_all_value(all, value, bytes);
    shm::gather_all_value(shm::group_of_node(), all, value, bytes);
}

void permute_value(void *received, const void *value, std::size_t bytes, unsigned to) {
    if (internode()) return internode_permute_value(received, value, bytes, to);
    shm::permute_value(shm::group_of_node(), received, value, bytes, to);
}

void reduce_value(void *sum, const Reduction &reduction, unsigned root) {
    if (internode()) return internode_reduce_value(sum, reduction, root);
    shm::reduce_value(shm::group_of_node(), sum, reduction, root);
}

void reduce_all_value(void *sum, const Reduction &reduction) {
    if (internode()) return internode_reduce_all_value(sum, reduction);
    shm::reduce_all_value(shm::group_of_node(), sum, reduction);
}

void prefix_value(void *sum, const Reduction &reduction) {
    if (internode()) return internode_prefix_value(sum, reduction);
    shm::prefix_value(shm::group_of_node(), sum, reduction);
}

} // namespace polder::world
