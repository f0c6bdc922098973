// Group: how threads of one node pass flags and small values through shared lines. This is the
// transport of the stack in shared memory, without any operation; these are in array.h and value.h.
//
// Terms. The threads that take part are the *members*, by rank. Operations of a group are numbered.
// All members run the same operations in the same order, so they agree on the number without a
// message. A member *posts* a number in a shared word of its own, and others *await* it. Words only
// grow. So a late member sees the number that it awaits or a later one.
//    meeting  all members come, one of them acts, all leave. It goes up and down a tree 16 wide.
//             Where threads share cores it is a counter, and the last to come acts: one context
//             switch a member
//    position where a member is: the operation k, and a stage of it. *Entered*: "I am in k".
//             *Done*: "I have done my part of k". It also has a signature of the member's call. Who
//             awaits it may compare that with its own
//    ring     slots in which a member shows values of up to 48 bytes. Flag and value share a line,
//             so a value costs one line transfer
//    inbox    one slot that another member writes
//    landed   the same without a value
//
// Ordering. A post is a release, an await an acquire. What a member did before it posted is visible
// to whoever has awaited the post.
//
// Reuse: nothing is overwritten before it was read.
//
// Ring. Operation k takes slot k % ring_slots, and a reader may delay its post of `consumed`.
//    R1  Who fills a slot remembers its readers. Before the slot is filled again, each of them has
//        posted that it has consumed k.
//    R2  A reader posts what it has consumed when it waits for anything. It does so at the latest
//        when it begins operation p + tell_every, p being its last post.
//    R3  Whoever fills slot k again is in operation k + ring_slots or later. The reader runs that
//        operation too. On its way there it comes to p + tell_every <= k + tell_every, or waits. By
//        R2 it posts, so the wait of R1 ends.
//    R4  A reader between two operations delays only members that are ring_slots - tell_every or
//        more ahead.
// So a member may run ahead of its readers without waiting, and NOSYNC needs no synchronisation.
//
// Inbox, landed. Who writes one in operation k has awaited a post of k by its owner. The owner has
// then left all earlier operations, hence read their values. There is one writer in k.
//
// Meeting. Members come to meeting n + 1 only after all have left n, or have read its words.
//
// Parts. The last to come to meeting n sets `next` and `left`, then releases n. Members take parts,
// and who ends the last one releases n + 1. A member that wakes late takes a number that is no
// part. It does so before it comes to the next meeting, hence before the words are set again.
//
// Memory: 1.5 KiB a member; nothing grows with the square of their number.
#pragma once

#include "runtime/coll/topology/rank_tree.h"
#include "runtime/core/job.h"
#include "runtime/core/job_barrier.h"
#include "runtime/sync/wait.h"

#include <cstddef>
#include <cstring>

namespace polder::coll::shm {

inline constexpr unsigned ring_slots = 16;
inline constexpr unsigned tell_every = 4; // operations after which a reader says what it has consumed; see Reuse
inline constexpr std::size_t slot_bytes = 48;

// What is posted and awaited: a number, and where those sleep who await it. Both are in shared
// lines, but not in the same one. Who posts looks for sleepers right behind. Those who spin have
// just taken the line of the number then.
struct GroupFlag {
    std::atomic<std::uint64_t> &number;
    sync::WaitPoint &point;
};

struct alignas(64) GroupNumber {
    std::atomic<std::uint64_t> number;
    std::atomic<std::uint64_t> operand; // with a position: where others find the member's (symmetric.h)
};

struct alignas(64) GroupSlot {
    std::atomic<std::uint64_t> number;
    unsigned char data[slot_bytes];
};
static_assert(sizeof(GroupSlot) == 64);

// What a member says of itself for the finding of mistakes (runtime/world/deadlock_check.h). 0: it
// is not so.
struct alignas(64) GroupPresence {
    std::atomic<std::uint64_t> ended;                 // it has, with so many operations begun, plus 1
    std::atomic<std::uint64_t> ended_internal;        // and so many internal barriers, plus 1
    std::atomic<std::uint64_t> waiting;               // the operation in which it waits for long
    std::atomic<std::uint64_t> peer;                  // the rank that it waits for there, plus 1; 0: for all
    std::atomic<std::uint64_t> barrier[job_barriers]; // of each, the number of the last it waited in for long
    std::atomic<std::uint64_t> begun;                 // operations it had begun at the later of these waits
};
static_assert(sizeof(GroupPresence) == 64);

// Written when a waiter sleeps, which is seldom.
struct alignas(64) GroupPoints {
    sync::WaitPoint arrived;
    sync::WaitPoint released;
    sync::WaitPoint position;
    sync::WaitPoint consumed;
    sync::WaitPoint landed;
    sync::WaitPoint inbox;
    sync::WaitPoint ring; // all slots
};
static_assert(sizeof(GroupPoints) == 64);

// A member's shared lines, written by itself but where said.
struct MemberArea {
    GroupPresence presence;
    struct {
        GroupNumber arrived; // meetings
        GroupNumber released;
        GroupNumber position;
        GroupNumber consumed;
        GroupNumber landed; // by another member
    } numbers;
    GroupPoints points;
    GroupSlot inbox; // by another member
    GroupSlot ring[ring_slots];

    GroupFlag arrived() { return {numbers.arrived.number, points.arrived}; }
    GroupFlag released() { return {numbers.released.number, points.released}; }
    GroupFlag position() { return {numbers.position.number, points.position}; }
    GroupFlag consumed() { return {numbers.consumed.number, points.consumed}; }
    GroupFlag landed() { return {numbers.landed.number, points.landed}; }
    GroupFlag flag_of_inbox() { return {inbox.number, points.inbox}; }
    GroupFlag flag_of_slot(std::uint64_t operation) { return {ring[operation % ring_slots].number, points.ring}; }
};

struct alignas(64) GroupArea { // the members' areas follow it
    GroupNumber count;         // meetings by counter: who has come
    GroupNumber last;          // and the last one that is over
    struct alignas(64) {
        sync::WaitPoint last;
    } points;
    struct alignas(64) { // of a meeting that shares work: the next part, and how many are left
        std::atomic<unsigned> next;
        std::atomic<unsigned> left;
    } parts;

    GroupFlag released() { return {last.number, points.last}; }
};

enum class Stage : std::uint64_t { entered, done };
// The signature of the call (request/collective.h; 0: none) stands below the stage. So any position
// at a stage, or behind it, is at least the position there without a signature.
inline constexpr unsigned signature_bits = 16;
constexpr std::uint64_t position_of(std::uint64_t operation, Stage stage, std::uint16_t signature = 0) {
    return (operation << 1 | static_cast<std::uint64_t>(stage)) << signature_bits | signature;
}
constexpr std::uint64_t operation_at(std::uint64_t position) {
    return position >> (signature_bits + 1);
}
constexpr std::uint16_t signature_at(std::uint64_t position) {
    return static_cast<std::uint16_t>(position);
}

constexpr std::size_t group_area_size(unsigned members) {
    return sizeof(GroupArea) + sizeof(MemberArea) * std::size_t{members};
}

// Who reads a slot, as numbers relative to `base`: a range, or the children of `first` in a tree.
struct RingReaders {
    unsigned base;
    unsigned first;
    unsigned count;
    unsigned tree_bits; // 0: a range

    static RingReaders one(unsigned rank) { return {rank, 0, 1, 0}; }
    static RingReaders range(unsigned base, unsigned first, unsigned count) { return {base, first, count, 0}; }
    static RingReaders children_of(unsigned base, unsigned number, Tree tree) { return {base, number, 0, tree.bits}; }
};
struct RingUse {
    std::uint64_t operation; // 0: the slot was not used yet
    RingReaders readers;
};

// A member's own part, zero at start. Members agree on everything but the rank.
struct Group {
    GroupArea *area;
    unsigned size;
    unsigned rank;
    bool counting; // threads share cores
    // Which thread a member is, for reports. Null: the members are the node's threads.
    unsigned (*thread_of)(const void *context, unsigned rank);
    const void *context;
    Tree tree;           // of all members
    Tree loose_tree;     // the same, wider: for operations in which nobody should wait but for data
    unsigned flat_limit; // members from which on large blocks are handed down the tree

    std::uint64_t operations; // the latest begun
    std::uint64_t meetings;
    RingUse ring_uses[ring_slots]; // of the own slots
    std::uint64_t consumed;        // the latest operation in which it has read slots
    std::uint64_t consumed_posted; // what it has posted of that

    std::uint64_t awaited; // the operation in which the caller waits for long, here; 0: none

    std::uint64_t posts; // how often, since the start: what tests count
    std::uint64_t waits;

    MemberArea &member(unsigned r) const { return reinterpret_cast<MemberArea *>(area + 1)[r]; }
    MemberArea &own() const { return member(rank); }
    unsigned rank_of(unsigned number, unsigned base) const {
        const unsigned long r = static_cast<unsigned long>(number) + base;
        return static_cast<unsigned>(r < size ? r : r - size);
    }
    unsigned number_of(unsigned r, unsigned base) const { return r >= base ? r - base : r + (size - base); }
    unsigned thread(unsigned r) const { return thread_of ? thread_of(context, r) : node_first(mynode()) + r; }
};

struct GroupOptions {
    unsigned size;
    unsigned rank;
    bool counting;
    unsigned fan_bits = 4;
    unsigned loose_fan_bits = 8;
    unsigned flat_limit = 32;
};
// memory: 64-byte aligned, zeroed, group_area_size(size) long, shared by all members; nothing is
// written here.
void group_join(Group &group, void *memory, const GroupOptions &options);

// The group of all threads of the caller's node; ranks are node ranks. In a job of one node these
// are all threads of the job.
Group &group_of_node();

// ---- operations ----

// Tells what the caller has consumed, if it has not yet.
void ring_tell(Group &group);

// The number of the next operation.
inline std::uint64_t group_begin(Group &group) {
    const std::uint64_t operation = ++group.operations;
    if (group.consumed != group.consumed_posted && operation - group.consumed_posted >= tell_every) ring_tell(group);
    return operation;
}

// ---- flags ----

// The slow half of group_await.
void group_await_slowly(Group &group, const GroupFlag &flag, std::uint64_t wanted, unsigned peer);

inline void group_await(Group &group, const GroupFlag &flag, std::uint64_t wanted, unsigned peer) {
    ++group.waits;
    for (unsigned i = sync::wait_setup.spins; i; --i) {
        if (flag.number.load(std::memory_order_acquire) >= wanted) return;
        sync::cpu_pause();
    }
    group_await_slowly(group, flag, wanted, peer);
}

// The store is no exchange: so it is on its way while the caller still waits for the fence of the
// signal.
inline void group_post(Group &group, const GroupFlag &flag, std::uint64_t number) {
    ++group.posts;
    delay_point();
    flag.number.store(number, std::memory_order_release);
    sync::wait_signal(flag.point);
}

inline void post_position(Group &group, std::uint64_t operation, Stage stage, std::uint16_t signature = 0) {
    group_post(group, group.own().position(), position_of(operation, stage, signature));
}
inline void await_position(Group &group, unsigned peer, std::uint64_t operation, Stage stage) {
    if (peer != group.rank) group_await(group, group.member(peer).position(), position_of(operation, stage), peer);
}
inline void await_entered(Group &group, unsigned peer, std::uint64_t operation) {
    await_position(group, peer, operation, Stage::entered);
}
inline void await_done(Group &group, unsigned peer, std::uint64_t operation) {
    await_position(group, peer, operation, Stage::done);
}
// All others have done their part of the operation.
void await_all_done(Group &group, std::uint64_t operation);

// ---- values ----

// Shows the value in the slot of the operation. Waits only if a reader is ring_slots operations
// behind.
void ring_post(Group &group, std::uint64_t operation, const void *value, std::size_t bytes, const RingReaders &readers);
// Waits for what `peer` shows in this operation. The memory may be read until ring_consumed.
const void *ring_await(Group &group, unsigned peer, std::uint64_t operation);
// The caller has read all it will in this operation and earlier ones. To be called by every reader.
inline void ring_consumed(Group &group, std::uint64_t operation) {
    group.consumed = operation;
    if (operation - group.consumed_posted >= tell_every) ring_tell(group);
}

// The caller has awaited a post of `peer` in this operation.
void inbox_post(Group &group, unsigned peer, std::uint64_t operation, const void *value, std::size_t bytes);
const void *inbox_await(Group &group, std::uint64_t operation, unsigned from);

// ---- meetings ----

// All members call; action(context) runs once, in one of them, after all have come and before any
// leaves.
void group_meet(Group &group, void (*action)(void *), void *context);

template <class Action> void group_meet(Group &group, Action action) {
    group_meet(
        group, [](void *context) { (*static_cast<Action *>(context))(); }, &action);
}
inline void group_meet(Group &group) {
    group_meet(group, [] {});
}

// All members of a group that counts call. After all have come, part(context, i) runs once for each
// i below `parts`, in whichever member is awake, before any leaves. So a member that has no core
// keeps nobody waiting, and it changes threads once, as in a meeting.
struct GroupWork {
    unsigned parts;
    void (*part)(void *context, unsigned i);
    void *context;
};
void group_share(Group &group, const GroupWork &work);

template <class Part> void group_share(Group &group, unsigned parts, Part part) {
    group_share(group, {parts, [](void *context, unsigned i) { (*static_cast<Part *>(context))(i); }, &part});
}

// A meeting without an action, in two halves: who has arrived goes on, and leaves when all have
// arrived. In between the member begins nothing in this group. A few members, each with a core,
// read the words of all others: one line goes there and one back at the same time. More of them, or
// such that share cores, count.
inline constexpr unsigned few_to_meet = 8;

inline bool meets_flat(const Group &group) {
    return !group.counting && group.size <= few_to_meet;
}
std::uint64_t group_arrive(Group &group);
void group_leave(Group &group, std::uint64_t number);

} // namespace polder::coll::shm
