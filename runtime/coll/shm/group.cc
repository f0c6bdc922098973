// Flags, slots and meetings of a group; group.h has the rules of reuse.
#include "runtime/coll/shm/group.h"

#include "runtime/core/job.h"

namespace polder::coll::shm {

void group_join(Group &group, void *memory, const GroupOptions &options) {
    group = {};
    group.area = static_cast<GroupArea *>(memory);
    group.size = options.size;
    group.rank = options.rank;
    group.counting = options.counting;
    group.tree = {options.size, options.fan_bits};
    group.loose_tree = {options.size, options.loose_fan_bits};
    group.flat_limit = options.flat_limit;
}

namespace {

POLDER_PRIVATE Group node_group = {};

unsigned thread_of(const Group &group, unsigned peer) {
    if (peer == no_peer) return no_peer;
    return group.thread_of ? group.thread_of(group.context, peer) : node_first(mynode()) + peer;
}

// Before a slot is filled again: everybody has read what was in it.
void await_readers(Group &group, const RingUse &use) {
    const auto await = [&](unsigned number) {
        const unsigned peer = group.rank_of(number, use.readers.base);
        if (peer == group.rank) return;
        GroupFlag &consumed = group.member(peer).consumed;
        if (consumed.number.load(std::memory_order_acquire) < use.operation)
            group_await(group, consumed, use.operation, peer);
    };
    if (use.readers.tree_bits) return Tree{group.size, use.readers.tree_bits}.children(use.readers.first, await);
    for (unsigned i = 0; i < use.readers.count; ++i)
        await(use.readers.first + i);
}

// The last to come resets the count: nobody comes again before `released` says so. True: it is the
// caller, who posts `released`.
bool count_in(Group &group) {
    std::atomic<std::uint64_t> &count = group.area->count.number;
    ++group.posts;
    delay_point();
    if (count.fetch_add(1, std::memory_order_seq_cst) + 1 < group.size) return false;
    count.store(0, std::memory_order_relaxed);
    return true;
}

void meet_counting(Group &group, std::uint64_t meeting, void (*action)(void *), void *context) {
    if (!count_in(group)) return group_await(group, group.area->released, meeting, no_peer);
    action(context);
    group_post(group, group.area->released, meeting);
}

// `arrived` goes up the tree, each member's after those of its subtree; `released` comes down, each
// member's read by its children.
void meet_tree(Group &group, std::uint64_t meeting, void (*action)(void *), void *context) {
    MemberArea &own = group.own();
    bool has_children = false;
    group.tree.children(group.rank, [&](unsigned child) {
        has_children = true;
        group_await(group, group.member(child).arrived, meeting, child);
    });
    if (group.rank == 0) {
        action(context);
    } else {
        const unsigned parent = group.tree.parent(group.rank);
        group_post(group, own.arrived, meeting);
        group_await(group, group.member(parent).released, meeting, parent);
    }
    if (has_children) group_post(group, own.released, meeting);
}

} // namespace

Group &group_of_node() {
    Group &group = local(node_group);
    if (__builtin_expect(!group.area, 0)) {
        group_join(group, area<char>(Area::coll), {node_threads(), node_rank(mythread()), oversubscribed()});
    }
    return group;
}

void group_await_slowly(Group &group, const std::atomic<std::uint64_t> &number, sync::WaitPoint &point,
                        std::uint64_t wanted, unsigned peer) {
    ring_tell(group);
    GroupPresence &presence = group.own().presence;
    presence.peer.store(peer == no_peer ? 0 : std::uint64_t{peer} + 1, std::memory_order_relaxed);
    group.awaited = group.operations;
    sync::wait_until(point, {WaitKind::collective, group.operations, thread_of(group, peer)},
                     [&] { return number.load(std::memory_order_acquire) >= wanted; });
    group.awaited = 0;
    presence.waiting.store(0, std::memory_order_relaxed);
}

void await_all_done(Group &group, std::uint64_t operation) {
    for (unsigned peer = 0; peer < group.size; ++peer)
        await_done(group, peer, operation);
}

void ring_tell(Group &group) {
    if (group.consumed == group.consumed_posted) return;
    group.consumed_posted = group.consumed;
    group_post(group, group.own().consumed, group.consumed);
}

void ring_post(Group &group, std::uint64_t operation, const void *value, std::size_t bytes,
               const RingReaders &readers) {
    RingUse &use = group.ring_uses[operation % ring_slots];
    if (use.operation) await_readers(group, use);
    use = {operation, readers};
    GroupSlot &slot = group.own().ring[operation % ring_slots];
    delay_point();
    std::memcpy(slot.data, value, bytes);
    group_post(group, slot.number, slot.point, operation);
}

const void *ring_await(Group &group, unsigned peer, std::uint64_t operation) {
    GroupSlot &slot = group.member(peer).ring[operation % ring_slots];
    group_await(group, slot.number, slot.point, operation, peer);
    delay_point();
    return slot.data;
}

void inbox_post(Group &group, unsigned peer, std::uint64_t operation, const void *value, std::size_t bytes) {
    GroupSlot &slot = group.member(peer).inbox;
    delay_point();
    std::memcpy(slot.data, value, bytes);
    group_post(group, slot.number, slot.point, operation);
}

const void *inbox_await(Group &group, std::uint64_t operation, unsigned from) {
    GroupSlot &slot = group.own().inbox;
    group_await(group, slot.number, slot.point, operation, from);
    delay_point();
    return slot.data;
}

void group_meet(Group &group, void (*action)(void *), void *context) {
    const std::uint64_t meeting = ++group.meetings;
    if (group.size == 1)
        action(context);
    else if (group.counting)
        meet_counting(group, meeting, action, context);
    else
        meet_tree(group, meeting, action, context);
}

// Counted as operations in each form, as deadlocks are found by their numbers.
std::uint64_t group_arrive(Group &group) {
    if (group.size == 1) return 0;
    const std::uint64_t operation = group_begin(group);
    if (meets_flat(group)) {
        group_post(group, group.own().entered, operation);
        return operation;
    }
    const std::uint64_t meeting = ++group.meetings;
    if (count_in(group)) group_post(group, group.area->released, meeting);
    return meeting;
}

void group_leave(Group &group, std::uint64_t number) {
    if (group.size == 1) return;
    if (!meets_flat(group)) return group_await(group, group.area->released, number, no_peer);
    for (unsigned i = 1; i < group.size; ++i)
        await_entered(group, group.rank_of(i, group.rank), number);
}

} // namespace polder::coll::shm
