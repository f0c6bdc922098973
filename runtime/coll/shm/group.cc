// Flags, slots and meetings of a group; group.h has the rules of reuse.
#include "runtime/coll/shm/group.h"

#include "runtime/core/job.h"
#include "runtime/sync/give_way.h"

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
    return peer == no_peer ? no_peer : group.thread(peer);
}

// Before a slot is filled again: everybody has read what was in it.
void await_readers(Group &group, const RingUse &use) {
    const auto await = [&](unsigned number) {
        const unsigned peer = group.rank_of(number, use.readers.base);
        if (peer == group.rank) return;
        const GroupFlag consumed = group.member(peer).consumed();
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
    if (!count_in(group)) return group_await(group, group.area->released(), meeting, no_peer);
    action(context);
    group_post(group, group.area->released(), meeting);
}

// `arrived` goes up the tree, each member's after those of its subtree; `released` comes down, each
// member's read by its children.
void meet_tree(Group &group, std::uint64_t meeting, void (*action)(void *), void *context) {
    MemberArea &own = group.own();
    bool has_children = false;
    group.tree.children(group.rank, [&](unsigned child) {
        has_children = true;
        group_await(group, group.member(child).arrived(), meeting, child);
    });
    if (group.rank == 0) {
        action(context);
    } else {
        const unsigned parent = group.tree.parent(group.rank);
        group_post(group, own.arrived(), meeting);
        group_await(group, group.member(parent).released(), meeting, parent);
    }
    if (has_children) group_post(group, own.released(), meeting);
}

// Where threads share cores, most waits are over when the caller has its core again. The rest of
// the slow half costs as much as a tenth of that change of threads.
bool came_at_first_turn(const GroupFlag &flag, std::uint64_t wanted) {
    std::int64_t now = 0;
    return sync::wait_setup.oversubscribed && !sync::give_way_or_sleep(&now) &&
           flag.number.load(std::memory_order_acquire) >= wanted;
}

} // namespace

Group &group_of_node() {
    Group &group = local(node_group);
    if (__builtin_expect(!group.area, 0)) {
        group_join(group, area<char>(Area::coll), {node_threads(), node_rank(mythread()), oversubscribed()});
    }
    return group;
}

void group_await_slowly(Group &group, const GroupFlag &flag, std::uint64_t wanted, unsigned peer) {
    ring_tell(group);
    if (came_at_first_turn(flag, wanted)) return;
    GroupPresence &presence = group.own().presence;
    presence.peer.store(peer == no_peer ? 0 : std::uint64_t{peer} + 1, std::memory_order_relaxed);
    group.awaited = group.operations;
    sync::wait_until(flag.point, {WaitKind::collective, group.operations, thread_of(group, peer)},
                     [&] { return flag.number.load(std::memory_order_acquire) >= wanted; });
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
    group_post(group, group.own().consumed(), group.consumed);
}

void ring_post(Group &group, std::uint64_t operation, const void *value, std::size_t bytes,
               const RingReaders &readers) {
    RingUse &use = group.ring_uses[operation % ring_slots];
    if (use.operation) await_readers(group, use);
    use = {operation, readers};
    GroupSlot &slot = group.own().ring[operation % ring_slots];
    delay_point();
    std::memcpy(slot.data, value, bytes);
    group_post(group, group.own().flag_of_slot(operation), operation);
}

const void *ring_await(Group &group, unsigned peer, std::uint64_t operation) {
    MemberArea &area = group.member(peer);
    group_await(group, area.flag_of_slot(operation), operation, peer);
    delay_point();
    return area.ring[operation % ring_slots].data;
}

void inbox_post(Group &group, unsigned peer, std::uint64_t operation, const void *value, std::size_t bytes) {
    MemberArea &area = group.member(peer);
    delay_point();
    std::memcpy(area.inbox.data, value, bytes);
    group_post(group, area.flag_of_inbox(), operation);
}

const void *inbox_await(Group &group, std::uint64_t operation, unsigned from) {
    MemberArea &area = group.own();
    group_await(group, area.flag_of_inbox(), operation, from);
    delay_point();
    return area.inbox.data;
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

// The release of `begin` is after the words were set. What a part has written is before the
// decrement that follows it, and so before the release of `end`.
void group_share(Group &group, const GroupWork &work) {
    const std::uint64_t begin = ++group.meetings;
    const std::uint64_t end = ++group.meetings;
    auto &parts = group.area->parts;
    if (count_in(group)) {
        parts.next.store(0, std::memory_order_relaxed);
        parts.left.store(work.parts, std::memory_order_relaxed);
        group_post(group, group.area->released(), begin);
    } else {
        group_await(group, group.area->released(), begin, no_peer);
    }
    for (unsigned i; (i = parts.next.fetch_add(1, std::memory_order_relaxed)) < work.parts;) {
        work.part(work.context, i);
        if (parts.left.fetch_sub(1, std::memory_order_acq_rel) == 1)
            return group_post(group, group.area->released(), end);
    }
    group_await(group, group.area->released(), end, no_peer);
}

// Counted as operations in each form, as deadlocks are found by their numbers.
std::uint64_t group_arrive(Group &group) {
    if (group.size == 1) return 0;
    const std::uint64_t operation = group_begin(group);
    if (meets_flat(group)) {
        post_position(group, operation, Stage::entered);
        return operation;
    }
    const std::uint64_t meeting = ++group.meetings;
    if (count_in(group)) group_post(group, group.area->released(), meeting);
    return meeting;
}

void group_leave(Group &group, std::uint64_t number) {
    if (group.size == 1) return;
    if (!meets_flat(group)) return group_await(group, group.area->released(), number, no_peer);
    for (unsigned i = 1; i < group.size; ++i)
        await_entered(group, group.rank_of(i, group.rank), number);
}

} // namespace polder::coll::shm
