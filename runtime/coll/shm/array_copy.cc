// Collective copies in shared memory. Which way an operation goes:
//    few bytes in all, synchronised on both sides   one member moves everything, in a meeting
//                                                   (array.h)
//    broadcast of up to 48 bytes with MYSYNC        the value goes down a tree of slots; the root
//                                                   waits for nobody
//    broadcast of more to many members              down the same tree by copies, each from its
//                                                   parent's, so a member's memory is read by few
//                                                   others
//    else                                           each member moves its part
#include "runtime/coll/shm/array.h"
#include "runtime/coll/shm/copy_part.h"
#include "runtime/coll/shm/value.h"

namespace polder::coll::shm {
namespace {

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
        // The target has entered this operation (reach, or the meeting), so it has seen the number
        // posted before.
        const GroupFlag landed = group.member(copy_target(r, group.size, group.rank)).landed();
        group_post(group, landed, operation);
        group_await(group, group.own().landed(), operation, no_peer);
    } else if (has_root(r.movement) && group.rank != r.root) {
        post_position(group, operation, Stage::done); // nobody but itself touches its data
    } else if (has_root(r.movement)) {
        await_all_done(group, operation);
    } else {
        group_meet(group); // everybody touches everybody's data
    }
}

// Large, to many: each member copies from its parent once that has its own copy.
void broadcast_tree(Group &group, const CopyRequest &r, std::uint64_t operation, SyncModes modes) {
    const unsigned number = group.number_of(group.rank, r.root);
    const polder_ga mine = r.part_of(r.dst, group.rank);
    if (number == 0) {
        rma::copy_shared(mine, r.src, r.bytes);
    } else {
        const unsigned parent = group.rank_of(group.tree.parent(number), r.root);
        await_done(group, parent, operation);
        rma::copy_shared(mine, r.part_of(r.dst, parent), r.bytes);
    }
    post_position(group, operation, Stage::done);
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
    if (group.rank == r.root) rma::copy_get(value, r.src, r.bytes);
    ring_broadcast(group, operation, value, r.bytes, r.root, group.loose_tree);
    rma::copy_put(r.part_of(r.dst, group.rank), value, r.bytes);
    return true;
}

} // namespace

void array_copy(Group &group, const CopyRequest &r, SyncModes modes) {
    const std::uint64_t operation = group_begin(group);
    if (r.bytes == 0) {
        if (modes.in == Sync::all || modes.out == Sync::all) group_meet(group);
        return;
    }
    if (group.size == 1) return copy_part(r, 1, 0, [](unsigned) {});
    if (acts_alone(group, modes, bytes_moved(r, group.size)))
        return group_meet(group, [&] {
            for (unsigned rank = 0; rank < group.size; ++rank)
                copy_part(r, group.size, rank, [](unsigned) {});
        });

    if (modes.in == Sync::all) group_meet(group);
    if (!broadcast_special(group, r, operation, modes)) {
        // The second case: what leave_mine relies on.
        const bool enter = modes.in == Sync::mine ||
                           (modes.in == Sync::none && modes.out == Sync::mine && r.movement == Movement::permute);
        if (enter) post_position(group, operation, Stage::entered);
        copy_part(r, group.size, group.rank, [&](unsigned peer) {
            if (enter) await_entered(group, peer, operation);
        });
        if (modes.out == Sync::mine) leave_mine(group, r, operation);
    }
    if (modes.out == Sync::all) group_meet(group);
}

} // namespace polder::coll::shm
