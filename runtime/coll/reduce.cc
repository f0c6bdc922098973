// Reductions over threads; see reduce.h. First each member sums its share, then the sums go through slots (value.h).
//
// Shares. Members are numbered from a base on, so that the sums are in the order of the shares:
//   own     what lies on the member; base: the owner of the result. For operations that need no order
//   blocks  the member's block, where there is at most one a member; base: the owner of block 0
//   even    an equal number of elements, wherever they lie: for arrays whose blocks are many or on one thread, where
//           order or prefixes are wanted
// Shares of the first two kinds touch the member's own memory only, so that in = mine and out = mine ask for nothing. A
// member with an even share may touch anybody's data, so that both ask for a meeting.
#include "runtime/coll/reduce.h"
#include "runtime/coll/value.h"

#include <cstring>

namespace polder {
namespace {

struct Shares {
    enum Kind { own, blocks, even } kind;
    unsigned base;

    bool touch_others() const { return kind == even; }
};

struct Range {
    std::uint64_t begin, end;
};

Range share_of(const Group &group, const Layout &layout, const Shares &shares, std::uint64_t number) {
    const std::uint64_t n = layout.elements;
    if (shares.kind == Shares::blocks) return {layout.before(number), layout.before(number + 1)};
    // Whole rows of blocks, so many that every thread's part is a number of lines, if the array is long enough for that.
    const std::uint64_t each = n / group.size, rows = layout.block * layout.threads * cache_line,
                        unit = rows <= each / 4 ? rows : 1;
    const auto begin = [&](std::uint64_t i) {
        return i == group.size ? n : (each * i + n % group.size * i / group.size) / unit * unit;
    };
    return {begin(number), begin(number + 1)};
}

// Where no side is a meeting, only those wait who need the data.
Tree tree_for(const Group &group, SyncModes modes) {
    return modes.in == Sync::all || modes.out == Sync::all ? group.tree : group.loose_tree;
}

SyncModes modes_for(SyncModes modes, const Shares &shares) {
    if (!shares.touch_others()) return modes;
    if (modes.in == Sync::mine) modes.in = Sync::all;
    if (modes.out == Sync::mine) modes.out = Sync::all;
    return modes;
}

Partial sum_of(const Reduction &reduction, const Layout &src, Range range) {
    Partial partial{};
    partial.present = range.begin < range.end;
    if (partial.present) reduction.kernel->total_of(partial.value, src, range.begin, range.end, reduction.function);
    return partial;
}

Partial sum_of_share(const Group &group, const Reduction &reduction, const Layout &src, const Shares &shares) {
    if (shares.kind != Shares::own)
        return sum_of(reduction, src, share_of(group, src, shares, group.number_of(group.rank, shares.base)));
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

Shares shares_to_reduce(const Reduction &reduction, const Layout &src, unsigned owner) {
    if (!reduction.ordered) return {Shares::own, owner};
    if (src.blocks() <= src.threads) return {Shares::blocks, src.first_thread};
    return {Shares::even, owner};
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

bool same_places(Layout a, const Layout &b) {
    a.origin = b.origin; // the same offset from each other everywhere
    return a == b;
}

} // namespace

void coll_prefix_reduce(Group &group, const Reduction &reduction, const Layout &dst, const Layout &src,
                        SyncModes modes) {
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
    const Range own = share_of(group, src, shares, number), next_to_last = share_of(group, src, shares, last - 1);
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
