// One node or several: the one place that decides it for operations over all threads of the job.
#include "runtime/world/world.h"

#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/copy_part.h"
#include "runtime/coll/shm/value.h"
#include "runtime/core/job.h"
#include "runtime/world/internode.h"

#include <cstdlib>

namespace polder::world {

using namespace coll;

namespace {

bool internode() {
    return __builtin_expect(nodes() > 1, 0);
}

// On request: no rank occurs twice in perm. Which element clashes with the caller's is for the
// caller to say.
void check_permutation(const CopyRequest &r) {
    meet(); // now perm may be read, whatever the sync modes are
    const unsigned size = threads();
    const unsigned self = mythread();
    const unsigned mine = shm::copy_target(r, size, self);
    auto *all = static_cast<unsigned *>(std::malloc(sizeof(unsigned) * size));
    if (!all) job_fail(1, "upc_all_permute: no memory to check perm");
    gather_all_value(all, &mine, sizeof mine);
    for (unsigned rank = 0; rank < self; ++rank)
        if (all[rank] == mine) job_fail(1, "upc_all_permute: perm[%u] and perm[%u] are both %u", rank, self, mine);
    std::free(all);
}

} // namespace

void meet() {
    if (internode()) return internode_meet();
    shm::group_meet(shm::group_of_node());
}

void copy(const CopyRequest &request, SyncModes modes) {
    const bool permutes = request.movement == Movement::permute && request.bytes && threads() > 1;
    if (permutes && check_wanted(Check::collectives)) check_permutation(request);
    if (internode()) return internode_copy(request, modes);
    shm::array_copy(shm::group_of_node(), request, modes);
}

void reduce(const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes) {
    if (internode()) return internode_reduce(reduction, dst, src, modes);
    shm::array_reduce(shm::group_of_node(), reduction, dst, src, modes);
}

void prefix_reduce(const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes) {
    if (internode()) return internode_prefix_reduce(reduction, dst, src, modes);
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
