// Reductions over threads; see reduce.h. First each member sums its share (shares.h), then the sums go through slots (value.h).
#include "runtime/coll/reduce.h"
#include "runtime/coll/shares.h"
#include "runtime/coll/value.h"
#include "runtime/coll/wide.h"

#include <cstring>

namespace polder {
namespace {

// Where no side is a meeting, only those wait who need the data.
Tree tree_for(const Group &group, SyncModes modes) {
    return modes.in == Sync::all || modes.out == Sync::all ? group.tree : group.loose_tree;
}

Partial sum_of(const Reduction &reduction, const Layout &src, Range range) {
    Partial partial{};
    partial.present = range.begin < range.end;
    if (partial.present) reduction.kernel->total_of(partial.value, src, range.begin, range.end, reduction.function);
    return partial;
}

Partial sum_of_share(const Group &group, const Reduction &reduction, const Layout &src, const Shares &shares) {
    if (shares.kind != Shares::own)
        return sum_of(reduction, src, share_of(group.size, src, shares, group.number_of(group.rank, shares.base)));
    Partial partial{};
    const Layout::Part part = src.part_of(group.rank);
    partial.present = part.count != 0;
    if (part.count) reduction.kernel->total(partial.value, part.values, part.count, reduction.function);
    return partial;
}

void store(polder_ga dst, const Partial &sum, const Reduction &reduction) {
    std::memcpy(polder_at(dst), sum.value, reduction.kernel->size);
}

void reduce_alone(const Reduction &reduction, polder_ga dst, const Layout &src) {
    Partial sum;
    reduction.kernel->total_of(sum.value, src, 0, src.elements, reduction.function);
    store(dst, sum, reduction);
}

// The sum is on `base`, and dst is to be written by its owner.
void hand_over(Group &group, const Reduction &reduction, const Partial &sum, unsigned base, polder_ga dst,
               unsigned owner) {
    if (base == owner) {
        if (group.rank == owner) store(dst, sum, reduction);
        return;
    }
    const std::uint64_t operation = group_begin(group);
    if (group.rank == base) ring_post(group, operation, &sum, sizeof sum, RingReaders::one(owner));
    if (group.rank != owner) return;
    const Partial received = ring_await_partial(group, base, operation);
    ring_consumed(group, operation);
    store(dst, received, reduction);
}

// What there is to do where there is no data.
void only_synchronise(Group &group, SyncModes modes) {
    if (modes.in == Sync::all || modes.out == Sync::all) group_meet(group);
}

} // namespace

void coll_reduce(Group &group, const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes) {
    if (__builtin_expect(group.wide, 0)) return wide_reduce(reduction, dst, src, modes);
    const std::uint64_t operation = group_begin(group);
    if (src.elements == 0) return only_synchronise(group, modes);
    if (group.size == 1) return reduce_alone(reduction, dst, src);
    if (acts_alone(group, modes, src.elements * src.size))
        return group_meet(group, [&] { reduce_alone(reduction, dst, src); });

    const unsigned owner = static_cast<unsigned>(polder_thread_of(polder_env_get(), dst));
    const Shares shares = shares_to_reduce(reduction, src, owner);
    modes = modes_for(modes, shares);
    if (modes.in == Sync::all) group_meet(group);
    Partial sum = sum_of_share(group, reduction, src, shares);
    ring_reduce(group, operation, sum, reduction, shares.base, tree_for(group, modes));
    hand_over(group, reduction, sum, shares.base, dst, owner);
    if (modes.out == Sync::all) group_meet(group);
}

namespace {

void scan(const Reduction &reduction, Partial &before, const Layout &dst, const Layout &src, Range range) {
    if (range.begin < range.end)
        reduction.kernel->scan(before.value, before.present, src, dst, range.begin, range.end, reduction.function);
}

} // namespace

void coll_prefix_reduce(Group &group, const Reduction &reduction, const Layout &dst, const Layout &src,
                        SyncModes modes) {
    if (__builtin_expect(group.wide, 0)) return wide_prefix_reduce(reduction, dst, src, modes);
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
    const Shares shares{by_block ? Shares::blocks : Shares::even, src.first_thread};
    modes = modes_for(modes, shares);
    if (modes.in == Sync::all) group_meet(group);
    // The last share's sum is in nobody's prefix. So the last member sums the second half of the share before its own,
    // which only it needs, if it may touch that and nobody writes there.
    const unsigned number = group.number_of(group.rank, shares.base), last = group.size - 1;
    const Range own = share_of(group.size, src, shares, number),
                next_to_last = share_of(group.size, src, shares, last - 1);
    const bool helps = modes.in != Sync::mine && modes.out != Sync::mine && dst.origin != src.origin;
    const std::uint64_t split = helps ? (next_to_last.begin + next_to_last.end) / 2 : next_to_last.end;
    const Range summed = number == last       ? Range{split, next_to_last.end}
                         : number == last - 1 ? Range{own.begin, split}
                                              : own;
    Partial sum{};
    if (summed.end < src.elements) sum = sum_of(reduction, src, summed);
    before =
        ring_prefix(group, operation, number == last ? Partial{} : sum, reduction, shares.base, tree_for(group, modes));
    if (number == last) partial_append(before, sum, reduction);
    scan(reduction, before, dst, src, own);
    if (modes.out == Sync::all) group_meet(group);
}

} // namespace polder
