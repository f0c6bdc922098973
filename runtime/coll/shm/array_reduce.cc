// Reductions of shared arrays in shared memory. Each member sums its part of the elements
// (reduction/work_partition.h). The sums go up a tree of slots to the owner of the result.
#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/array_sums.h"
#include "runtime/coll/shm/value.h"

#include <cstring>

namespace polder::coll::shm {
namespace {

Partial sum_of_part(const Group &group, const Reduction &reduction, const Layout &src, const WorkPartition &partition) {
    if (partition.kind != WorkPartition::own)
        return sum_of(reduction, src,
                      partition_range(group.size, src, partition, group.number_of(group.rank, partition.base)));
    Partial partial{};
    const Layout::Part part = src.part_of(group.rank);
    partial.present = part.count != 0;
    if (part.count) reduction.kernel->total(partial.value, part.values, part.count, reduction.function);
    return partial;
}

void store(polder_ga dst, const Partial &sum, const Reduction &reduction) {
    std::memcpy(near_pointer(dst), sum.value, reduction.kernel->size);
}

void reduce_alone(const Reduction &reduction, polder_ga dst, const Layout &src) {
    Partial sum;
    reduction.kernel->total_of(sum.value, src, 0, src.elements, reduction.function);
    store(dst, sum, reduction);
}

// The sum is on `base`, and dst is to be written by its owner.
void hand_over(Group &group, const Reduction &reduction, const Partial &sum, unsigned base, const ReduceTarget &dst) {
    if (base == dst.owner) {
        if (group.rank == dst.owner) store(dst.at, sum, reduction);
        return;
    }
    const std::uint64_t operation = group_begin(group);
    if (group.rank == base) ring_post(group, operation, &sum, sizeof sum, RingReaders::one(dst.owner));
    if (group.rank != dst.owner) return;
    const Partial received = ring_await_partial(group, base, operation);
    ring_consumed(group, operation);
    store(dst.at, received, reduction);
}

} // namespace

void array_reduce(Group &group, const Reduction &reduction, const ReduceTarget &dst, const Layout &src,
                  SyncModes modes) {
    const std::uint64_t operation = group_begin(group);
    if (src.elements == 0) return only_synchronise(group, modes);
    if (group.size == 1) return reduce_alone(reduction, dst.at, src);
    if (acts_alone(group, modes, src.elements * src.size))
        return group_meet(group, [&] { reduce_alone(reduction, dst.at, src); });

    const WorkPartition partition = partition_to_reduce(reduction, src, dst.owner);
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) group_meet(group);
    Partial sum = sum_of_part(group, reduction, src, partition);
    ring_reduce(group, operation, sum, reduction, partition.base, tree_for(group, modes));
    hand_over(group, reduction, sum, partition.base, dst);
    if (modes.out == Sync::all) group_meet(group);
}

} // namespace polder::coll::shm
