// Reductions of arrays over members on several nodes; see internode.h and
// reduction/work_partition.h. Sums of parts travel as partials. Elements of other members are
// fetched into private memory, in the order of the array. What lies on one thread is contiguous
// there. So a chunk of the array comes with one transfer from each thread, whatever the block size.
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/reduction/partial.h"
#include "runtime/coll/reduction/work_partition.h"
#include "runtime/world/internode.h"

#include "runtime/rma/copy.h"
#include "runtime/team/team.h"

#include <cstdlib>
#include <cstring>

namespace polder::world {

using namespace coll;
using namespace team;
namespace {

// ---- sums of partition, over the members ----

Combine combine_partials(const Reduction &reduction) {
    const auto append = [](void *sum, const void *right, std::size_t count, void *context) {
        for (std::size_t i = 0; i < count; ++i)
            partial_append(static_cast<Partial *>(sum)[i], static_cast<const Partial *>(right)[i],
                           *static_cast<const Reduction *>(context));
    };
    return {append, const_cast<Reduction *>(&reduction), sizeof(Partial), reduction.ordered};
}

// All members, numbered from `base` on.
Subset subset_from(const Team &team, unsigned base) {
    Subset subset{team.size, (team.rank + team.size - base) % team.size};
    subset.turned = base;
    return subset;
}

void carry(Team &team, Operation &operation, Partial *in, Partial *out, const Reduction &reduction) {
    operation.buffer[0] = reinterpret_cast<char *>(in);
    operation.buffer[1] = reinterpret_cast<char *>(out);
    operation.combine = combine_partials(reduction);
    team_carry(team, operation);
}

// The sum is on the owner afterwards. Where the order counts it is made on `base`, and handed over.
void sum_in_order(Team &team, Partial &sum, const Reduction &reduction, unsigned base, unsigned owner) {
    Operation operation(am_transport.eager);
    TreeLinks links;
    tree_link(links, subset_from(team, base), 0, 1);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const bool makes = team.rank == base;
    pipelined_reduce(operation.schedule, links, 0, in, makes ? &out : nullptr, {sizeof sum, sizeof sum});
    if (base != owner && makes) operation.schedule.send(owner, tag_of(1), out, sizeof sum);
    if (base != owner && team.rank == owner) operation.schedule.await(base, tag_of(1), out, sizeof sum);
    Partial result{};
    carry(team, operation, &sum, &result, reduction);
    sum = result;
}

void sum_together(Team &team, Partial &sum, const Reduction &reduction, const WorkPartition &partition,
                  unsigned owner) {
    if (reduction.ordered) return sum_in_order(team, sum, reduction, partition.base, owner);
    const Combine combine = combine_partials(reduction);
    team_run(team, arguments(Collective::reduce, sizeof(Partial), owner), {&sum, &sum, &combine});
}

// The others give their sums straight to the owner, and go.
void sum_apart(Team &team, Partial &sum, const Reduction &reduction, const WorkPartition &partition, unsigned owner) {
    const unsigned n = team.size;
    const bool mine = team.rank == owner;
    auto *all = mine ? static_cast<Partial *>(std::calloc(n, sizeof(Partial))) : nullptr;
    if (mine && !all) job_fail(1, "upc_all_reduce: no memory for a table of %u members", n);
    team_run(team, arguments(Collective::gather, sizeof(Partial), owner), {&sum, all, nullptr}, {Algorithm::direct, 0});
    if (!mine) return;
    sum = {};
    for (unsigned i = 0; i < n; ++i)
        partial_append(sum, all[(i + partition.base) % n], reduction);
    std::free(all);
}

Partial sum_before(Team &team, Partial &own, const Reduction &reduction, unsigned base) {
    Operation operation(am_transport.eager);
    doubling_scan(operation.schedule, subset_from(team, base), 0, {Buffer::in}, {Buffer::out}, sizeof own, true);
    Partial before{};
    // Prefixes of neighbours only: the order is kept, whether it counts or not, so that results
    // repeat.
    Reduction in_order = reduction;
    in_order.ordered = true;
    carry(team, operation, &own, &before, in_order);
    return before;
}

// ---- elements of others ----

constexpr std::size_t chunk_bytes = 1 << 22; // of an array, in private memory at once

// Elements [begin, end) in a row, and back where they came from.
class Chunk {
public:
    Chunk(std::size_t size, std::uint64_t elements) {
        each_ = chunk_bytes / size;
        if (elements < each_) each_ = elements;
        if (!each_) return;
        row_ = static_cast<char *>(std::malloc(each_ * size));
        part_ = static_cast<char *>(std::malloc(each_ * size));
        if (!row_ || !part_) job_fail(1, "reduction of an array on several nodes: no memory for a chunk of it");
    }
    ~Chunk() {
        std::free(row_);
        std::free(part_);
    }
    Chunk(const Chunk &) = delete;
    Chunk &operator=(const Chunk &) = delete;

    std::uint64_t limit() const { return each_; }
    char *row() const { return row_; }
    void fetch(const Layout &layout, Range range) { move(layout, range, false); }
    void store(const Layout &layout, Range range) { move(layout, range, true); }

private:
    // The blocks of the range that lie on the thread of its first block, or the k-th one after
    // that.
    void move(const Layout &layout, Range range, bool back) {
        const std::uint64_t first = (layout.phase + range.begin) / layout.block;
        const std::uint64_t last = (layout.phase + range.end - 1) / layout.block;
        for (std::uint64_t b = first; b <= last && b < first + layout.threads; ++b)
            move_thread(layout, range, b, last, back);
    }
    void move_thread(const Layout &layout, Range range, std::uint64_t first, std::uint64_t last, bool back) {
        const std::uint64_t begin = layout.phase + range.begin;
        const std::uint64_t end = layout.phase + range.end;
        const std::uint64_t size = layout.size;
        const auto from = [&](std::uint64_t b) { return b * layout.block < begin ? begin : b * layout.block; };
        const auto to = [&](std::uint64_t b) { return (b + 1) * layout.block > end ? end : (b + 1) * layout.block; };
        std::size_t bytes = 0;
        for (std::uint64_t b = first; b <= last; b += layout.threads)
            bytes += (to(b) - from(b)) * size;
        const polder_ga there = layout.ga_of(first, from(first) - first * layout.block);
        if (!back) rma::copy_get(part_, there, bytes);
        char *at = part_;
        for (std::uint64_t b = first; b <= last; b += layout.threads) {
            char *in_row = row_ + (from(b) - begin) * size;
            const std::size_t length = (to(b) - from(b)) * size;
            std::memcpy(back ? at : in_row, back ? in_row : at, length);
            at += length;
        }
        if (back) rma::copy_put(there, part_, bytes);
    }

    std::uint64_t each_;
    char *row_ = nullptr;
    char *part_ = nullptr;
};

template <class Body> void each_chunk(const Chunk &chunk, Range range, Body body) {
    for (std::uint64_t at = range.begin; at < range.end; at += chunk.limit())
        body(Range{at, range.end - at < chunk.limit() ? range.end : at + chunk.limit()});
}

// An array in private memory.
Layout in_a_row(const char *row, std::uint64_t elements, std::size_t size) {
    return {elements, elements, 0, size, 0, 1, ga_of_pointer(row)};
}

Partial sum_of_range(const Reduction &reduction, const Layout &src, Range range) {
    Chunk chunk(src.size, range.end - range.begin);
    Partial sum{};
    each_chunk(chunk, range, [&](Range part) {
        chunk.fetch(src, part);
        Partial next{{}, true};
        reduction.kernel->total(next.value, chunk.row(), part.end - part.begin, reduction.function);
        partial_append(sum, next, reduction);
    });
    return sum;
}

void scan_range(const Reduction &reduction, Partial before, const Layout &dst, const Layout &src, Range range) {
    Chunk chunk(src.size, range.end - range.begin);
    each_chunk(chunk, range, [&](Range part) {
        chunk.fetch(src, part);
        const std::uint64_t count = part.end - part.begin;
        const Layout row = in_a_row(chunk.row(), count, src.size);
        reduction.kernel->scan(before.value, before.present, row, row, 0, count, reduction.function);
        before.present = true;
        chunk.store(dst, part);
    });
}

unsigned number_in(const Team &team, const WorkPartition &partition) {
    return (team.rank + team.size - partition.base) % team.size;
}

Partial sum_of_part(const Team &team, const Reduction &reduction, const Layout &src, const WorkPartition &partition) {
    if (partition.kind == WorkPartition::even)
        return sum_of_range(reduction, src, partition_range(team.size, src, partition, number_in(team, partition)));
    Partial sum{};
    const Layout::Part part = src.part_of(team.rank);
    sum.present = part.count != 0;
    if (part.count) reduction.kernel->total(sum.value, part.values, part.count, reduction.function);
    return sum;
}

} // namespace

void internode_reduce(Team &team, const Reduction &reduction, const ReduceTarget &dst, const Layout &src,
                      SyncModes modes) {
    if (src.elements == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) internode_meet(team);
        return;
    }
    const WorkPartition partition = partition_to_reduce(reduction, src, dst.owner);
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) internode_meet(team);
    Partial sum = sum_of_part(team, reduction, src, partition);
    const bool together = modes.in == Sync::all || modes.out == Sync::all;
    (together ? sum_together : sum_apart)(team, sum, reduction, partition, dst.owner);
    if (team.rank == dst.owner) std::memcpy(near_pointer(dst.at), sum.value, reduction.kernel->size);
    if (modes.out == Sync::all) internode_meet(team);
}

void internode_prefix_reduce(Team &team, const Reduction &reduction, const Layout &dst, const Layout &src,
                             SyncModes modes) {
    if (src.elements == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) internode_meet(team);
        return;
    }
    const bool by_block = src.blocks() <= team.size && same_places(dst, src);
    const WorkPartition partition{by_block ? WorkPartition::blocks : WorkPartition::even, src.first_thread};
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) internode_meet(team);
    const Range own = partition_range(team.size, src, partition, number_in(team, partition));
    Partial sum = own.end < src.elements ? sum_of_part(team, reduction, src, partition) : Partial{};
    const Partial before = sum_before(team, sum, reduction, partition.base);
    if (own.begin < own.end && by_block) {
        Partial running = before;
        reduction.kernel->scan(running.value, running.present, src, dst, own.begin, own.end, reduction.function);
    } else {
        scan_range(reduction, before, dst, src, own);
    }
    if (modes.out == Sync::all) internode_meet(team);
}

} // namespace polder::world
