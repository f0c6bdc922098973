// Reductions of arrays over the threads of several nodes; see internode.h and
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

CollectiveArguments arguments(Collective collective, unsigned root) {
    CollectiveArguments call;
    call.collective = collective;
    call.bytes = sizeof(Partial);
    call.root = root;
    return call;
}

// All threads, numbered from `base` on.
Subset subset_from(unsigned base) {
    const unsigned n = threads();
    Subset subset{n, (mythread() + n - base) % n};
    subset.turned = base;
    return subset;
}

void carry(Operation &operation, Partial *in, Partial *out, const Reduction &reduction) {
    operation.buffer[0] = reinterpret_cast<char *>(in);
    operation.buffer[1] = reinterpret_cast<char *>(out);
    operation.combine = combine_partials(reduction);
    team_carry(team_world(), operation);
}

// The sum is on the owner afterwards. Where the order counts it is made on `base`, and handed over.
void sum_in_order(Partial &sum, const Reduction &reduction, unsigned base, unsigned owner) {
    Operation operation(am_transport.eager);
    TreeLinks links;
    tree_link(links, subset_from(base), 0, 1);
    const BufferRef in{Buffer::in};
    const BufferRef out{Buffer::out};
    const bool makes = mythread() == base;
    pipelined_reduce(operation.schedule, links, 0, in, makes ? &out : nullptr, {sizeof sum, sizeof sum});
    if (base != owner && makes) operation.schedule.send(owner, tag_of(1), out, sizeof sum);
    if (base != owner && mythread() == owner) operation.schedule.await(base, tag_of(1), out, sizeof sum);
    Partial result{};
    carry(operation, &sum, &result, reduction);
    sum = result;
}

void sum_together(Partial &sum, const Reduction &reduction, const WorkPartition &partition, unsigned owner) {
    if (reduction.ordered) return sum_in_order(sum, reduction, partition.base, owner);
    const Combine combine = combine_partials(reduction);
    team_run(team_world(), arguments(Collective::reduce, owner), {&sum, &sum, &combine});
}

// The others give their sums straight to the owner, and go.
void sum_apart(Partial &sum, const Reduction &reduction, const WorkPartition &partition, unsigned owner) {
    const unsigned n = threads();
    const bool mine = mythread() == owner;
    auto *all = mine ? static_cast<Partial *>(std::calloc(n, sizeof(Partial))) : nullptr;
    if (mine && !all) job_fail(1, "upc_all_reduce: no memory for a table of %u threads", n);
    team_run(team_world(), arguments(Collective::gather, owner), {&sum, all, nullptr}, {Algorithm::direct, 0});
    if (!mine) return;
    sum = {};
    for (unsigned i = 0; i < n; ++i)
        partial_append(sum, all[(i + partition.base) % n], reduction);
    std::free(all);
}

Partial sum_before(Partial &own, const Reduction &reduction, unsigned base) {
    Operation operation(am_transport.eager);
    doubling_scan(operation.schedule, subset_from(base), 0, {Buffer::in}, {Buffer::out}, sizeof own, true);
    Partial before{};
    // Prefixes of neighbours only: the order is kept, whether it counts or not, so that results
    // repeat.
    Reduction in_order = reduction;
    in_order.ordered = true;
    carry(operation, &own, &before, in_order);
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

Partial sum_of_part(const Reduction &reduction, const Layout &src, const WorkPartition &partition) {
    const unsigned n = threads();
    const unsigned number = (mythread() + n - partition.base) % n;
    if (partition.kind == WorkPartition::even)
        return sum_of_range(reduction, src, partition_range(n, src, partition, number));
    Partial sum{};
    const Layout::Part part = src.part_of(mythread());
    sum.present = part.count != 0;
    if (part.count) reduction.kernel->total(sum.value, part.values, part.count, reduction.function);
    return sum;
}

} // namespace

void internode_reduce(const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes) {
    if (src.elements == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) internode_meet();
        return;
    }
    const unsigned owner = ga_thread(dst);
    const WorkPartition partition = partition_to_reduce(reduction, src, owner);
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) internode_meet();
    Partial sum = sum_of_part(reduction, src, partition);
    const bool together = modes.in == Sync::all || modes.out == Sync::all;
    (together ? sum_together : sum_apart)(sum, reduction, partition, owner);
    if (mythread() == owner) std::memcpy(near_pointer(dst), sum.value, reduction.kernel->size);
    if (modes.out == Sync::all) internode_meet();
}

void internode_prefix_reduce(const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes) {
    if (src.elements == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) internode_meet();
        return;
    }
    const unsigned n = threads();
    const bool by_block = src.blocks() <= n && same_places(dst, src);
    const WorkPartition partition{by_block ? WorkPartition::blocks : WorkPartition::even, src.first_thread};
    modes = modes_for(modes, partition);
    if (modes.in == Sync::all) internode_meet();
    const Range own = partition_range(n, src, partition, (mythread() + n - partition.base) % n);
    Partial sum = own.end < src.elements ? sum_of_part(reduction, src, partition) : Partial{};
    const Partial before = sum_before(sum, reduction, partition.base);
    if (own.begin < own.end && by_block) {
        Partial running = before;
        reduction.kernel->scan(running.value, running.present, src, dst, own.begin, own.end, reduction.function);
    } else {
        scan_range(reduction, before, dst, src, own);
    }
    if (modes.out == Sync::all) internode_meet();
}

} // namespace polder::world
