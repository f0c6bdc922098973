// The collective transport: messages of schedule engines as active messages. Their handlers run in
// any thread of the receiver's process. What is for a UPC thread goes into the *mailbox* of that
// thread, which the thread itself empties (team/team.cc). Bytes for a posted receive are put there
// at once.
//
// Ordering. Putting into a mailbox is a release, emptying it an acquire. `events` counts posted
// receives that became full. Both are followed by a signal to the thread's wait point. That point
// lies in the control block, so other processes can wake the thread too.
#pragma once

#include "runtime/coll/engine/engine.h"
#include "runtime/coll/request/mismatch.h"
#include "runtime/core/job.h"
#include "runtime/core/job_barrier.h"
#include "runtime/sync/wait.h"

namespace polder::coll {

struct alignas(cache_line) MailboxPoint { // in the control block, one a thread of the node
    sync::WaitPoint point;
};
constexpr std::size_t mailbox_area_size(const JobShape &shape) {
    return sizeof(MailboxPoint) * std::size_t{shape.threads};
}

// What threads count alike: operations of the team of all, meetings of all (runtime/world/world.h),
// and internal barriers (runtime/barrier/barrier.h).
enum class Counted : unsigned { operations, meetings, internal };
inline constexpr unsigned counted_kinds = 3;

struct alignas(cache_line) Mailbox {
    std::atomic<Arrival *> head;
    std::atomic<std::uint32_t> events;
    // For finding mistakes, of each count.
    //    ended           what the thread had begun when it ended, plus 1
    //    barrier, begun  the last barrier of each kind that it waits in for long, and what it had
    //                    begun at the later of these waits
    //    asked           the highest number in which an asker waits
    //    asker           who that is; asker_barriers: after how many barriers of each kind
    // Under the lock, which is held for some loads and stores and never across a call.
    struct Presence {
        FutexLock lock;
        std::uint64_t ended;
        std::uint64_t barrier[job_barriers];
        std::uint64_t begun;
        std::uint64_t asked;
        WaitingThread asker;
        std::uint32_t asker_barriers[job_barriers];
    } presence[counted_kinds];
    // The latest operations of the team of all: number, and signature in the low 16 bits.
    std::atomic<std::uint64_t> calls[operation_window];
};
// Before a thread's first message; again does no harm. Any thread.
void transport_start();
Mailbox &mailbox_of_caller();
sync::WaitPoint &mailbox_point_of_caller();
void mailbox_event_for_caller(); // wakes it, if another of its system threads sleeps in an operation
// All that has come, in the order in which it came.
Arrival *mailbox_take(Mailbox &mailbox);

// The caller waits for long for something of `thread`, in what it counts by that number. In three
// cases the job ends with a message:
//   1. The thread ends, or has ended, without having begun it.
//   2. The thread waits in a barrier that the caller has not come to.
//   3. The thread has made another call of that number. Signature 0: not compared.
// False: the question could not be sent, as there is no room on the way, or a connection is not
// made yet. The caller asks again while it waits.
//
// Proof that each question is sent, or the wait is over. Whoever is asked is in the job, or the job
// ends. A message is refused while others are under way to the same place, or a connection is being
// made. Both end as the two processes, or their progress threads, poll. The caller polls between
// its sleeps, which have limits until the question is sent.
//
// Proof that no case is missed. The question arrives. What it says, and the thread's end or wait,
// are written and compared under one lock. The later one of both finds what the earlier one has
// written. Of several askers the one with the highest number is kept. Let the thread wait in
// barrier n, and let askers A and B wait for what it has not begun.
//   1. An asker that has left barrier n shows that all threads came to it. Then the thread leaves
//      it, and nobody waits in vain.
//   2. Otherwise neither A nor B has come to barrier n, as both wait elsewhere. So the question of
//      either finds the case.
//
// Proof that there is no false alarm, however late a question comes. It says that the asker does
// not go on before the thread has begun that number, and how many barriers lie before. Both hold
// for ever. So a question that was refused, and is sent later or twice, says the same.
[[nodiscard]] bool transport_ask(unsigned thread, Counted what, std::uint64_t number, std::uint16_t signature);
void transport_end(Counted what, std::uint64_t begun);
// The caller waits for long in its latest barrier of that kind.
void transport_in_barrier(Counted what, std::uint64_t begun, JobBarrier which);
// The caller begins an operation of the team of all.
void transport_begin(std::uint64_t number, std::uint16_t signature);

// The transport of teams; context: a TransportRoute.
struct TransportRoute {
    unsigned (*thread_of)(const void *team, unsigned rank);
    const void *team;
};
extern const Transport am_transport;

// Its puts (put_transport.cc).
bool transport_put(void *route, unsigned to, void *memory, const ReceiveKey *key, const void *from, std::size_t bytes,
                   std::uint64_t *handle);
bool transport_put_done(void *route, std::uint64_t handle);
bool transport_put_ordered();
void *transport_open(void *route, unsigned from, void *memory, std::size_t bytes, ReceiveKey *key);
void transport_close(void *opened);

} // namespace polder::coll
