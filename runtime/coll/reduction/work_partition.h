// Work partition: which elements of an array each member of a reduction takes. Members are numbered
// from a base on, so the sums are in the order of the parts.
//
//    kind    a member takes          base                  for
//    own     what lies on it         the result's owner    operations that need no order
//    blocks  its block               the owner of block 0  at most one block a member
//    even    equally many elements,  the result's owner,   order, or prefixes, if there are many
//            wherever they lie       or that of block 0    blocks, or all are on one thread
//
// With the first two kinds a member touches its own memory only, so MYSYNC on both sides asks for
// nothing. With an even partition it may touch anybody's data, so both sides ask for a meeting.
#pragma once

#include "runtime/coll/reduction/kernel.h"
#include "runtime/coll/request/sync_modes.h"

namespace polder::coll {

struct WorkPartition {
    enum Kind { own, blocks, even } kind;
    unsigned base;

    bool touch_others() const { return kind == even; }
};

// Where the result of a reduction goes.
struct ReduceTarget {
    polder_ga at;
    unsigned owner; // the member whose it is
};

struct Range {
    std::uint64_t begin;
    std::uint64_t end;
};

inline Range partition_range(unsigned size, const Layout &layout, const WorkPartition &partition,
                             std::uint64_t number) {
    const std::uint64_t n = layout.elements;
    if (partition.kind == WorkPartition::blocks) return {layout.before(number), layout.before(number + 1)};
    // Whole rows of blocks, so many that every thread's part is a number of lines, if the array is
    // long enough for that.
    const std::uint64_t each = n / size;
    const std::uint64_t rows = layout.block * layout.threads * cache_line;
    const std::uint64_t unit = rows <= each / 4 ? rows : 1;
    const auto begin = [&](std::uint64_t i) { return i == size ? n : (each * i + n % size * i / size) / unit * unit; };
    return {begin(number), begin(number + 1)};
}

inline SyncModes modes_for(SyncModes modes, const WorkPartition &partition) {
    if (!partition.touch_others()) return modes;
    if (modes.in == Sync::mine) modes.in = Sync::all;
    if (modes.out == Sync::mine) modes.out = Sync::all;
    return modes;
}

inline WorkPartition partition_to_reduce(const Reduction &reduction, const Layout &src, unsigned owner) {
    if (!reduction.ordered) return {WorkPartition::own, owner};
    if (src.blocks() <= src.threads) return {WorkPartition::blocks, src.first_thread};
    return {WorkPartition::even, owner};
}

inline bool same_places(Layout a, const Layout &b) {
    a.origin = b.origin; // the same offset from each other everywhere
    return a == b;
}

} // namespace polder::coll
