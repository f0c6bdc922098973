// Prefix reductions of shared arrays in shared memory. Each member sums its part of the elements,
// learns through slots what goes before it, and writes the prefixes of its part.
#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/array_sums.h"
#include "runtime/coll/shm/value.h"

namespace polder::coll::shm {

namespace {

void scan(const Reduction &reduction, Partial &before, const Layout &dst, const Layout &src, Range range) {
    if (range.begin < range.end)
        reduction.kernel->scan(before.value, before.present, src, dst, range.begin, range.end, reduction.function);
}

} // namespace

void array_scan(Group &group, const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes) {
    const std::uint64_t operation = group_begin(group);
    Partial before{};
    if (src.elements == 0) return only_synchronise(group, modes);
    if (group.size == 1) return scan(reduction, before, dst, src, {0, src.elements});
    if (acts_alone(group, modes, 2 * src.elements * src.size))
        return group_meet(group, [&] { scan(reduction, before, dst, src, {0, src.elements}); });

    // One block a member, for dst too, and most members have one; or only its owner may touch it.
    const std::uint64_t blocks = src.blocks();
    const bool by_block =
        blocks <= group.size && same_places(dst, src) && (blocks > group.size / 2 || modes.in != Sync::all);
    const WorkPartition partition{by_block ? WorkPartition::blocks : WorkPartition::even, src.first_thread};
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) group_meet(group);
    // The sum of the last part is in nobody's prefix. So the last member sums the second half of
    // the part before its own, which only it needs. It does so if it may touch that part and nobody
    // writes there.
    const unsigned number = group.number_of(group.rank, partition.base);
    const unsigned last = group.size - 1;
    const Range own = partition_range(group.size, src, partition, number);
    const Range next_to_last = partition_range(group.size, src, partition, last - 1);
    const bool helps = modes.in != Sync::mine && modes.out != Sync::mine && dst.origin != src.origin;
    const std::uint64_t split = helps ? (next_to_last.begin + next_to_last.end) / 2 : next_to_last.end;
    const Range summed = number == last       ? Range{split, next_to_last.end}
                         : number == last - 1 ? Range{own.begin, split}
                                              : own;
    Partial sum{};
    if (summed.end < src.elements) sum = sum_of(reduction, src, summed);
    before = ring_prefix(group, operation, number == last ? Partial{} : sum, reduction, partition.base,
                         tree_for(group, modes));
    if (number == last) partial_append(before, sum, reduction);
    scan(reduction, before, dst, src, own);
    if (modes.out == Sync::all) group_meet(group);
}

} // namespace polder::coll::shm
