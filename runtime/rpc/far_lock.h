// Locks of other nodes, as a thread here uses them. Requests, releases and grants are one-way
// messages to and from the lock's home (lock_queue.h). Nothing is asked twice: a free lock is taken
// with one round trip, and given back with one message.
//
// Vocabulary.
//   cell       where a thread waits for its turn, in its node's control block. Whoever takes up the
//              grant in the leader writes it there. A UPC thread has one for each waiter slot
//   held       what the node knows of a lock that one of its threads has. That is its ticket, and
//              the next thread if that is of the same node. There is room for a bounded number. A
//              lock that finds none is given back to home as if nobody came next
//   passed on  of a lock that the next thread of the same node takes without a message. Home is
//              told afterwards. The order stays that of the tickets, so nobody elsewhere waits
//              longer
//
// Order. One-way messages of a thread to a home arrive in the order it sent them in. Let a thread
// take a lock that was passed to it. Home hears that before it hears that the thread gives the lock
// back, or wants another one. Of two threads that passed a lock on, news of the second may come
// first: it says that both had it.
//
// Piggybacked data. Requests and releases may carry writes of the thread, which are stored before
// home acts, and lines that come back with the answer (piggyback.h). So whoever gets the lock next
// sees the writes. A release with data waits for its answer: an unlock is a strict write, so
// nothing behind it may be seen before the data. It goes to home even if the lock could have been
// passed on.
//
// Fences. Home answers both messages when it has acted on them (settled). A thread waits for that
// in every fence. Others may know behind the fence that the thread does not use a lock any more,
// and free it. From then on no message to home may touch the lock's memory. Taking a lock does not
// wait for the answer, which is usually there by the next fence.
//
// Invariant (tickets are unique). No two tickets of locks that lie at one address one after the
// other are the same (lock_create). So what is left of an earlier lock fits no ticket of a later
// one. Held by tests/unit/runtime/nodes_sync.cc (locks that are freed).
//
// Invariant (every waiter gets its turn). The holder of ticket t either tells home, which then
// serves t + 1 (lock_queue.h), or passes the lock to the thread that has t + 1. It never does both:
// `held` is taken out, or changed to the next thread, under its guard. Held by
// tests/unit/runtime/sync/far_lock_delays.cc.
//
// Several system threads of a UPC thread wait in a cell each, as far as there are cells. A thread
// that finds none asks again and again (attempts). Waiting in line for a cell might be waiting for
// a lock that the first of the line has to give back.
#pragma once

#include "runtime/core/job.h"
#include "runtime/rpc/piggyback.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/lock_queue.h"

#include <polder/abi.h>

namespace polder::rpc {

struct alignas(cache_line) LockCell {
    FutexWord taken;
    std::uint32_t asked;                // serial number of the last request
    std::atomic<std::uint32_t> granted; // that of the last one that has ended
    std::atomic<std::uint32_t> result;  // LockResult
    std::atomic<std::uint32_t> holder;  // as far as known
    sync::WaitPoint point;
    std::atomic<std::uint32_t> told;    // first waiter slot: messages that the thread has sent
    std::atomic<std::uint32_t> settled; // of these, that home has acted on
    std::uint64_t ticket;               // of a lock that was passed on to it; 0: it came from home
    const void *owner;                  // the system thread that waits
    // Who comes behind the waiting thread, and for what. One writer, who takes messages; odd: it is
    // just writing.
    std::atomic<std::uint32_t> version;
    std::atomic<std::uint32_t> next_slot;
    std::atomic<std::uint32_t> next_serial;
    std::atomic<std::uint64_t> next_ticket;
    std::atomic<std::uint64_t> next_lock;
};

struct HeldLock {
    polder_ga lock; // 0: unused
    std::uint64_t ticket;
    std::uint32_t thread;
    std::uint32_t next_slot; // + 1; 0: none
    std::uint32_t next_serial;
    const void *owner; // as in runtime/sync/lock.h
};
struct alignas(cache_line) HeldBucket {
    std::atomic<std::uint32_t> guard;
    HeldLock held[6];
};

struct alignas(cache_line)
    LockLanding { // of a thread: lines that came with the last answer. One with wishes is under way at a time
    std::uint64_t bytes;
    alignas(cache_line) char lines[piggyback_lines * piggyback_line_bytes];
};

constexpr unsigned held_buckets(const JobShape &shape) {
    return 64 + 16 * shape.threads;
}
constexpr std::size_t lock_area_size(const JobShape &shape) {
    return shape.nodes < 2 ? 0
                           : sync::lock_places_size(shape) +
                                 sizeof(LockCell) * (sync::lock_waiter_slots * std::size_t{shape.threads} + 1) +
                                 sizeof(HeldBucket) * std::size_t{held_buckets(shape)} +
                                 sizeof(LockLanding) * std::size_t{shape.threads};
}

// Every process, before the network starts.
void far_locks_start();

// Of a lock of another node. Results as those of runtime/sync/lock.h.
sync::LockResult far_lock_acquire(polder_ga lock, unsigned thread, const Piggyback &piggyback);
sync::LockResult far_lock_attempt(polder_ga lock, unsigned thread);
// Mistakes show later: then the job ends. The piggybacked data is there when it returns.
void far_lock_release(polder_ga lock, unsigned thread, const Piggyback &piggyback);
// Frees its memory too.
sync::LockResult far_lock_destroy(polder_ga lock);

// Piggybacked data without a lock, to any node. It is there once the thread's messages are settled.
void far_piggyback_send(unsigned node, const Piggyback &piggyback);
void far_piggyback_settle();
// Of the calling thread: lines that came with what it was answered last.
LockLanding &far_piggyback_landing();

// Until home has acted on all that the calling thread has told it, and its asynchronous RPCs
// (rpc.h) are answered; part of polder_far_fence.
void far_locks_settle();

// What this process has passed on inside the node: for tests.
std::uint64_t far_locks_passed();

} // namespace polder::rpc
