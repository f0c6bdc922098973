// Barrier: the split-phase barrier of UPC: upc_notify, upc_wait (6.6.1 of UPC 1.3). Threads of a
// node meet over shared lines, and from there all nodes of the job meet (barrier_nodes.h).
//
// Vocabulary. A barrier *instance* is an area in memory shared by all threads. Its rounds are
// numbered by *epochs*. A *post* is what a thread says when it notifies: the epoch, and an optional
// value. Two forms, chosen once an instance:
//   flags    every thread has a core, and there are few: a waiter reads the posts of all others.
//            One store, one read in parallel
//   counter  otherwise: arrivals are counted (in groups of 16 where there are many), the last one
//            publishes the epoch. This form costs a single context switch a thread when threads
//            share cores. With several nodes it is always taken. The last to arrive tells the other
//            nodes, and whoever takes up the last message from them publishes
// A notify never waits for other threads in either form. A thread that has notified may do what it
// likes before it waits.
//
// Ordering.
//   1. All accesses before a notify are visible to all accesses after the matching wait in every
//      thread: release on the post, acquire on its reading.
//   2. Each is a null strict access as UPC demands. A full fence comes with the post, and
//      barrier_wait ends in one. barrier_pass (notify and wait in one) needs only the first.
//   3. Puts to other nodes are complete when a thread posts.
//
// Invariants. A thread is at most one epoch ahead of the slowest, so posts and releases are kept
// for two epochs (by parity). Only its own thread writes a post. Held by
// tests/unit/runtime/sync/delays.cc.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/core/job_barrier.h"
#include "runtime/sync/wait.h"

namespace polder::barrier {

// ---- the barrier of the job, with UPC's rules ----
// Breaking a rule ends the job with a message that names threads and values.

// Once a process, before its threads start. Needs the control block only.
void barrier_start();
// The implicit barrier at the start of every thread.
void barrier_initial();
// The implicit barrier at its end. A mismatch if others wait in a barrier of the program meanwhile.
void barrier_final();
// The calling thread is over: barriers of it are errors from now on.
void barrier_end();
// For collective operations of the runtime: an instance of its own, so that it never meets the
// program's notify and wait.
void barrier_internal();
// The same; every thread gets the word thread 0 gives.
std::uint64_t barrier_internal_first(std::uint64_t mine);
// Messages to other nodes that this node's barriers have sent: for tests.
std::uint64_t barrier_messages();
// Ends the job if the calling thread may not call collective functions now: outside the job, or
// between upc_notify and upc_wait.
void barrier_check_collective(const char *function);
// How many barriers of that kind the calling thread has come to. Whether `thread` of this node has
// come to the last of them.
std::uint32_t barrier_number(JobBarrier which);
bool barrier_reached_by(JobBarrier which, unsigned thread);

// ---- the machine ----

enum class BarrierTag : std::uint32_t {
    plain,    // no expression
    value,    // with an expression
    final,    // the implicit barrier at exit
    conflict, // only as an outcome: posts disagree
};

struct BarrierPost {
    BarrierTag tag = BarrierTag::plain;
    int value = 0;
};

// Which way a call broke the rules, for the caller to report; ok otherwise.
enum class BarrierResult {
    ok,
    notified_twice, // notify after notify
    not_notified,   // wait without notify
    mismatch,       // posts disagree, or the wait's value is not that of the posts
};

struct BarrierArea; // the shared part; see barrier.cc

struct BarrierMember { // a thread's own part
    BarrierArea *area = nullptr;
    std::uint32_t thread = 0; // its number in the node
    std::uint32_t epoch = 0;  // of the last notify; 0: none yet
    bool notified = false;    // between notify and wait
};

// Bytes, at most, of an instance.
constexpr std::size_t barrier_area_size(unsigned threads) {
    return 1024 + 128 * std::size_t{threads};
}
// Which part of a barrier over several nodes an area is.
struct BarrierPlace {
    unsigned nodes = 1;
    unsigned node = 0;
    unsigned first = 0;    // thread of the node, job-wide
    unsigned instance = 0; // what others call it in messages
};
// Once a process and instance, before its threads use it; sets nothing but constants. memory:
// 64-byte aligned, zeroed, barrier_area_size(threads) long. threads: those of the node.
BarrierArea *barrier_create(void *memory, unsigned threads, bool oversubscribed, const BarrierPlace &place = {});

BarrierResult barrier_notify(BarrierMember &member, BarrierPost post);
BarrierResult barrier_wait(BarrierMember &member, BarrierPost post, WaitKind kind);
// Notify and wait in one.
BarrierResult barrier_pass(BarrierMember &member, BarrierPost post, WaitKind kind);

// What `thread` (of the node, from 0) said in the epoch of this member; false if it has not arrived
// in it.
bool barrier_post_of(const BarrierMember &member, unsigned thread, BarrierPost *post);

// ---- several nodes ----

struct BarrierVerdict; // barrier_nodes.h
struct BarrierNews;

// What the nodes came to in the epoch the member has passed last; of several nodes only.
const BarrierVerdict &barrier_verdict(const BarrierMember &member);
// A word for all, by one node: before its last thread notifies.
void barrier_carry(const BarrierMember &member, std::uint64_t word);
// A message of another node.
void barrier_hear(BarrierArea &area, const BarrierNews &news);
std::uint64_t barrier_messages(const BarrierArea &area);
// Carries messages to other nodes; set before the first barrier.
extern void (*barrier_tell)(unsigned instance, unsigned node, const BarrierNews &news);

} // namespace polder::barrier
