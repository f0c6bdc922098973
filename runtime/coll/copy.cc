// Collective copies; see copy.h. Which way an operation goes:
//   few bytes in all, synchronised on both sides   one member moves everything, in a meeting (sync.h)
//   broadcast of up to 48 bytes with MYSYNC        the value goes down a tree of slots: the root waits for nobody
//   broadcast of more to many members              down the same tree by copies, each from its parent's, so that no
//                                                  member's memory is read by more than a few
//   else                                           each member moves its part
#include "runtime/coll/copy.h"
#include "runtime/coll/check.h"
#include "runtime/coll/value.h"
#include "runtime/coll/wide.h"

#include "runtime/core/job.h"
#include "runtime/rma/copy.h"

#include <cstdlib>

namespace polder {
namespace {

polder_ga part_of(polder_ga array, unsigned rank) {
    return array + (polder_ga{rank} << polder_job.shift);
}

unsigned target_of(const CopyRequest &r, unsigned size, unsigned rank) {
    int to;
    copy_get(&to, part_of(r.perm, rank), sizeof to);
    if (to < 0 || static_cast<unsigned>(to) >= size)
        job_fail(1, "upc_all_permute: perm[%u] is %d; a permutation of 0 to %u is needed", rank, to, size - 1);
    return static_cast<unsigned>(to);
}

// On request: no rank occurs twice in perm. Which element clashes with the caller's is for the caller to say.
void check_permutation(Group &group, const CopyRequest &r) {
    coll_meet(group); // now perm may be read, whatever the sync modes are
    const unsigned size = group.wide ? threads() : group.size, self = group.wide ? mythread() : group.rank;
    const unsigned mine = target_of(r, size, self);
    auto *all = static_cast<unsigned *>(std::malloc(sizeof(unsigned) * size));
    if (!all) job_fail(1, "upc_all_permute: no memory to check perm");
    coll_gather_all_value(group, all, &mine, sizeof mine);
    for (unsigned rank = 0; rank < self; ++rank)
        if (all[rank] == mine) job_fail(1, "upc_all_permute: perm[%u] and perm[%u] are both %u", rank, self, mine);
    std::free(all);
}

// What `rank` moves. reach(peer) is called before data of another member is touched.
template <class Reach> void move_part(const CopyRequest &r, unsigned size, unsigned rank, Reach reach) {
    const std::size_t n = r.bytes;
    switch (r.movement) {
    case Movement::broadcast: reach(r.root); return copy_shared(part_of(r.dst, rank), r.src, n);
    case Movement::scatter: reach(r.root); return copy_shared(part_of(r.dst, rank), r.src + rank * n, n);
    case Movement::gather: reach(r.root); return copy_shared(r.dst + rank * n, part_of(r.src, rank), n);
    case Movement::gather_all:
    case Movement::exchange:
        for (unsigned i = 0; i < size; ++i) {
            const unsigned from = rank + i < size ? rank + i : rank + i - size;
            const std::size_t offset = r.movement == Movement::exchange ? rank * n : 0;
            reach(from);
            copy_shared(part_of(r.dst, rank) + from * n, part_of(r.src, from) + offset, n);
        }
        return;
    case Movement::permute: {
        const unsigned to = target_of(r, size, rank);
        reach(to);
        return copy_shared(part_of(r.dst, to), part_of(r.src, rank), n);
    }
    }
}

bool has_root(Movement movement) {
    return movement == Movement::broadcast || movement == Movement::scatter || movement == Movement::gather;
}

std::uint64_t bytes_moved(const CopyRequest &r, std::uint64_t size) {
    const bool square = r.movement == Movement::gather_all || r.movement == Movement::exchange;
    return r.bytes * size * (square ? size : 1);
}

// out = mine: waits until nobody touches the caller's data any more.
void leave_mine(Group &group, const CopyRequest &r, std::uint64_t operation) {
    if (r.movement == Movement::permute) {
        // The target has entered this operation (reach, or the meeting), so it has seen the number posted before.
        GroupFlag &landed = group.member(target_of(r, group.size, group.rank)).landed;
        group_post(group, landed, operation);
        group_await(group, group.own().landed, operation, no_peer);
    } else if (has_root(r.movement) && group.rank != r.root) {
        group_post(group, group.own().done, operation); // nobody but itself touches its data
    } else if (has_root(r.movement)) {
        await_all_done(group, operation);
    } else {
        group_meet(group); // everybody touches everybody's data
    }
}

// Large, to many: each member copies from its parent once that has its own copy.
void broadcast_tree(Group &group, const CopyRequest &r, std::uint64_t operation, SyncModes modes) {
    const unsigned number = group.number_of(group.rank, r.root);
    const polder_ga mine = part_of(r.dst, group.rank);
    if (number == 0) {
        copy_shared(mine, r.src, r.bytes);
    } else {
        const unsigned parent = group.rank_of(group.tree.parent(number), r.root);
        await_done(group, parent, operation);
        copy_shared(mine, part_of(r.dst, parent), r.bytes);
    }
    group_post(group, group.own().done, operation);
    if (modes.out == Sync::mine)
        group.tree.children(number,
                            [&](unsigned child) { await_done(group, group.rank_of(child, r.root), operation); });
}

bool broadcast_special(Group &group, const CopyRequest &r, std::uint64_t operation, SyncModes modes) {
    if (r.movement != Movement::broadcast) return false;
    if (group.size > group.flat_limit && modes.in != Sync::none && r.bytes > slot_bytes) {
        broadcast_tree(group, r, operation, modes);
        return true;
    }
    const bool mine = modes.in == Sync::mine || (modes.in == Sync::none && modes.out == Sync::mine);
    if (!mine || r.bytes > slot_bytes) return false;
    alignas(16) unsigned char value[slot_bytes];
    if (group.rank == r.root) copy_get(value, r.src, r.bytes);
    ring_broadcast(group, operation, value, r.bytes, r.root, group.loose_tree);
    copy_put(part_of(r.dst, group.rank), value, r.bytes);
    return true;
}

} // namespace

namespace {

void copy_wide(Group &group, const CopyRequest &r, SyncModes modes) {
    if (r.movement == Movement::permute && r.bytes && coll_check_wanted()) check_permutation(group, r);
    const bool own_part = r.bytes && wide_moves_alone(r, modes);
    if (!own_part) return wide_copy(r, modes);
    wide_enter(r, modes);
    move_part(r, threads(), mythread(), [](unsigned) {});
    wide_leave(r, modes);
}

} // namespace

void coll_copy(Group &group, const CopyRequest &r, SyncModes modes) {
    if (__builtin_expect(group.wide, 0)) return copy_wide(group, r, modes);
    const std::uint64_t operation = group_begin(group);
    if (r.bytes == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) group_meet(group);
        return;
    }
    if (group.size == 1) return move_part(r, 1, 0, [](unsigned) {});
    if (r.movement == Movement::permute && coll_check_wanted()) check_permutation(group, r);
    if (acts_alone(group, modes, bytes_moved(r, group.size)))
        return group_meet(group, [&] {
            for (unsigned rank = 0; rank < group.size; ++rank)
                move_part(r, group.size, rank, [](unsigned) {});
        });

    if (modes.in == Sync::all) group_meet(group);
    if (!broadcast_special(group, r, operation, modes)) {
        // The second case: what leave_mine relies on.
        const bool enter = modes.in == Sync::mine ||
                           (modes.in == Sync::none && modes.out == Sync::mine && r.movement == Movement::permute);
        if (enter) group_post(group, group.own().entered, operation);
        move_part(r, group.size, group.rank, [&](unsigned peer) {
            if (enter) await_entered(group, peer, operation);
        });
        if (modes.out == Sync::mine) leave_mine(group, r, operation);
    }
    if (modes.out == Sync::all) group_meet(group);
}

} // namespace polder
