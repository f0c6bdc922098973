// Values through slots; see value.h. Reductions, broadcasts and deep prefix reductions go along a
// tree. So the number of steps is the logarithm of the members, and the fan bounds what a member
// reads.
#include "runtime/coll/shm/value.h"

#include "runtime/core/job.h"

#include <algorithm>

namespace polder::coll::shm {

void ring_broadcast(Group &group, std::uint64_t operation, void *value, std::size_t bytes, unsigned root, Tree tree) {
    const unsigned number = group.number_of(group.rank, root);
    if (number) std::memcpy(value, ring_await(group, group.rank_of(tree.parent(number), root), operation), bytes);
    if (tree.child_count(number))
        ring_post(group, operation, value, bytes, RingReaders::children_of(root, number, tree));
    if (number) ring_consumed(group, operation);
}

static_assert(sizeof(Partial) <= slot_bytes);

Partial ring_await_partial(Group &group, unsigned peer, std::uint64_t operation) {
    Partial partial;
    std::memcpy(&partial, ring_await(group, peer, operation), sizeof partial);
    return partial;
}

void ring_reduce(Group &group, std::uint64_t operation, Partial &partial, const Reduction &reduction, unsigned base,
                 Tree tree) {
    const unsigned number = group.number_of(group.rank, base);
    bool has_children = false;
    tree.children(number, [&](unsigned child) {
        partial_append(partial, ring_await_partial(group, group.rank_of(child, base), operation), reduction);
        has_children = true;
    });
    if (number) {
        const unsigned parent = group.rank_of(tree.parent(number), base);
        ring_post(group, operation, &partial, sizeof partial, RingReaders::one(parent));
    }
    if (has_children) ring_consumed(group, operation);
}

namespace {

// Up to the fan of the tree: everybody reads all before it. Nobody waits for one behind it.
Partial prefix_flat(Group &group, std::uint64_t operation, const Partial &own, const Reduction &reduction,
                    unsigned base) {
    const unsigned number = group.number_of(group.rank, base);
    const unsigned behind = group.size - number - 1;
    if (behind) ring_post(group, operation, &own, sizeof own, RingReaders::range(base, number + 1, behind));
    Partial before{};
    for (unsigned i = 0; i < number; ++i)
        partial_append(before, ring_await_partial(group, group.rank_of(i, base), operation), reduction);
    if (number) ring_consumed(group, operation);
    return before;
}

// Sums go up the tree; on the way down each member tells its children what goes before them.
Partial prefix_tree(Group &group, std::uint64_t operation, const Partial &own, const Reduction &reduction,
                    unsigned base, Tree tree) {
    const unsigned number = group.number_of(group.rank, base);
    Partial subtree = own;
    ring_reduce(group, operation, subtree, reduction, base, tree);
    Partial before{};
    if (number) {
        const unsigned parent = group.rank_of(tree.parent(number), base);
        std::memcpy(&before, inbox_await(group, operation, parent), sizeof before);
    }
    Partial running = before;
    partial_append(running, own, reduction);
    tree.children(number, [&](unsigned child) {
        const unsigned rank = group.rank_of(child, base);
        // Its sum was awaited on the way up, so the child is in this operation. It stays there, and
        // its slot stays as it is, until it gets this value.
        const Partial sum = ring_await_partial(group, rank, operation);
        inbox_post(group, rank, operation, &running, sizeof running);
        partial_append(running, sum, reduction);
    });
    return before;
}

} // namespace

Partial ring_prefix(Group &group, std::uint64_t operation, const Partial &own, const Reduction &reduction,
                    unsigned base, Tree tree) {
    if (tree.depth() <= 1) return prefix_flat(group, operation, own, reduction, base);
    return prefix_tree(group, operation, own, reduction, base, tree);
}

namespace {

// Calls step(operation, offset, bytes) for the chunks of a value.
template <class Step> void each_chunk(Group &group, std::size_t bytes, Step step) {
    for (std::size_t at = 0; at < bytes; at += slot_bytes)
        step(group_begin(group), at, bytes - at < slot_bytes ? bytes - at : slot_bytes);
}

char *at(void *memory, std::size_t offset) {
    return static_cast<char *>(memory) + offset;
}
const char *at(const void *memory, std::size_t offset) {
    return static_cast<const char *>(memory) + offset;
}

Partial value_of(const void *sum, const Reduction &reduction) {
    Partial partial{};
    std::memcpy(partial.value, sum, reduction.kernel->size);
    partial.present = true;
    return partial;
}

} // namespace

void broadcast_value(Group &group, void *value, std::size_t bytes, unsigned root) {
    each_chunk(group, bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        ring_broadcast(group, operation, at(value, offset), n, root, group.loose_tree);
    });
}

void scatter_value(Group &group, void *value, const void *all, std::size_t bytes, unsigned root) {
    if (group.rank == root) std::memcpy(value, at(all, root * bytes), bytes);
    each_chunk(group, bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        if (group.rank != root) {
            post_position(group, operation, Stage::entered);
            std::memcpy(at(value, offset), inbox_await(group, operation, root), n);
            return;
        }
        for (unsigned peer = 0; peer < group.size; ++peer) {
            if (peer == root) continue;
            await_entered(group, peer, operation);
            inbox_post(group, peer, operation, at(all, peer * bytes + offset), n);
        }
    });
}

void gather_value(Group &group, void *all, const void *value, std::size_t bytes, unsigned root) {
    each_chunk(group, bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        if (group.rank != root) return ring_post(group, operation, at(value, offset), n, RingReaders::one(root));
        for (unsigned peer = 0; peer < group.size; ++peer)
            if (peer != root) std::memcpy(at(all, peer * bytes + offset), ring_await(group, peer, operation), n);
        ring_consumed(group, operation);
    });
    if (group.rank == root) std::memcpy(at(all, root * bytes), value, bytes);
}

void gather_all_value(Group &group, void *all, const void *value, std::size_t bytes) {
    each_chunk(group, bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        ring_post(group, operation, at(value, offset), n, RingReaders::range(0, 0, group.size));
        for (unsigned i = 1; i < group.size; ++i) {
            const unsigned peer = group.rank_of(i, group.rank);
            std::memcpy(at(all, peer * bytes + offset), ring_await(group, peer, operation), n);
        }
        ring_consumed(group, operation);
    });
    std::memcpy(at(all, group.rank * bytes), value, bytes);
}

// Everybody shows all its blocks, and takes its own out of those of others.
void exchange_value(Group &group, void *received, const void *given, std::size_t bytes) {
    const std::size_t begin = group.rank * bytes;
    const std::size_t end = begin + bytes;
    each_chunk(group, group.size * bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        ring_post(group, operation, at(given, offset), n, RingReaders::range(0, 0, group.size));
        const std::size_t first = std::max(begin, offset);
        const std::size_t behind = std::min(end, offset + n);
        for (unsigned i = 1; i < group.size && first < behind; ++i) { // else none is the caller's
            const unsigned peer = group.rank_of(i, group.rank);
            const void *shown = ring_await(group, peer, operation);
            std::memcpy(at(received, peer * bytes + first - begin), at(shown, first - offset), behind - first);
        }
        ring_consumed(group, operation);
    });
    std::memcpy(at(received, begin), at(given, begin), bytes);
}

void permute_value(Group &group, void *received, const void *value, std::size_t bytes, unsigned to) {
    if (to >= group.size)
        job_fail(1, "permutation of values: %u is no thread; a permutation of 0 to %u is needed", to, group.size - 1);
    if (to == group.rank) std::memmove(received, value, bytes);
    each_chunk(group, bytes, [&](std::uint64_t operation, std::size_t offset, std::size_t n) {
        if (to == group.rank) return;
        post_position(group, operation, Stage::entered);
        await_entered(group, to, operation);
        inbox_post(group, to, operation, at(value, offset), n);
        std::memcpy(at(received, offset), inbox_await(group, operation, no_peer), n);
    });
}

void reduce_value(Group &group, void *sum, const Reduction &reduction, unsigned root) {
    // From rank 0 on keeps the order; any other root may be the start if the order does not matter.
    const unsigned base = reduction.ordered ? 0 : root;
    Partial partial = value_of(sum, reduction);
    ring_reduce(group, group_begin(group), partial, reduction, base, group.loose_tree);
    if (base != root) {
        const std::uint64_t hand_over = group_begin(group);
        if (group.rank == base) ring_post(group, hand_over, &partial, sizeof partial, RingReaders::one(root));
        if (group.rank == root) {
            partial = ring_await_partial(group, base, hand_over);
            ring_consumed(group, hand_over);
        }
    }
    if (group.rank == root) std::memcpy(sum, partial.value, reduction.kernel->size);
}

void reduce_all_value(Group &group, void *sum, const Reduction &reduction) {
    Partial partial = value_of(sum, reduction);
    ring_reduce(group, group_begin(group), partial, reduction, 0, group.tree);
    ring_broadcast(group, group_begin(group), partial.value, reduction.kernel->size, 0, group.tree);
    std::memcpy(sum, partial.value, reduction.kernel->size);
}

void prefix_value(Group &group, void *sum, const Reduction &reduction) {
    const Partial own = value_of(sum, reduction);
    Partial before = ring_prefix(group, group_begin(group), own, reduction, 0, group.loose_tree);
    partial_append(before, own, reduction);
    std::memcpy(sum, before.value, reduction.kernel->size);
}

} // namespace polder::coll::shm
