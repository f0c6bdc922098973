// NetEnd: an end of this process. A process has one that all its threads may use, and where
// POLDER_ENDPOINTS says so one more for each of its UPC threads. The *process's end* receives
// messages, if the process is a leader, and sends all messages. Its conduit is thread safe. A
// *thread's end* carries the transfers of one UPC thread. Its conduit is not thread safe.
//
// Vocabulary.
//   owner  the system thread that uses a thread's end, constant. Others of its UPC thread (OpenMP
//          workers, pthreads, the thread that writes back) use the process's end
//   push   a poll of a thread's end by somebody else
//
// Whose end a call takes: `use` of the caller's own end, which is that end itself. While the owner
// polls another end it is that one. So what a handler or `done` starts goes by the end that the
// handler came from. Without an end of its own a caller takes the one it pushes, or the
// process's.
//
// Order. The conduit keeps the order of one end. Two operations of a UPC thread by different ends
// have none: the later waits for the earlier where they touch the same bytes (put/put_pool.h). A
// message goes by the process's end, so it waits for the puts it must come behind.
//
// Invariant (one at a time in a thread's end). The owner enters by a biased lock
// (core/biased_lock.h), without a lock or a fence. Who pushes holds `pushing`, revokes the bias,
// and looks whether the owner is inside: then it lets be. It gives the bias back before it gives
// back `pushing`. So an owner that finds the bias revoked waits for `pushing` and tries again.
// Held by tests/unit/runtime/network/endpoints.cc.
#pragma once

#include "base/futex.h"
#include "conduits/conduit.h"
#include "runtime/core/biased_lock.h"
#include "runtime/core/private.h"

namespace polder::rma {
struct TransferLane;
}

namespace polder::net {

struct alignas(64) NetEnd {
    Conduit *conduit; // null: not open
    const ConduitTable *table;
    std::atomic<std::uint32_t> polls_due;     // though nothing is under way
    std::atomic<std::uint32_t> bulk;          // lanes of transfers under way (runtime/rma/transfer.h)
    std::atomic<std::uint64_t> turns;         // polls so far by those who wait
    std::atomic<rma::TransferLane *> refused; // lanes to start again
    rma::TransferLane *waiting;               // of these, what a poll has taken
    // Of a thread's end.
    std::atomic<const void *> owner; // null: none yet
    NetEnd *use;                     // the owner's
    BiasedLock bias;
    std::uint64_t waits;      // of the owner for `pushing`: for tests
    std::uint64_t left_polls; // of the process's end, to the progress thread: for tests

    static constexpr std::uint32_t refused_polls = 16; // a start that is tried again brings as many again

    // What a start has come to. Who is refused needs polls though nothing is under way: a
    // connection that is being made goes on in polls alone.
    Status started(Status status) {
        if (__builtin_expect(status == Status::again, 0)) polls_due.store(refused_polls, std::memory_order_relaxed);
        return status;
    }

    // True: the caller has entered, and leaves. False: it is inside already, or pushes.
    bool enter() {
        if (owner.load(std::memory_order_relaxed) != system_thread() || bias.is_inside()) return false;
        while (__builtin_expect(!bias.enter(), 0))
            await();
        return true;
    }
    void leave() { bias.leave(); }

private:
    void await();
};

struct NetThreadEnds {
    NetEnd *at; // by thread of the process; null: threads have none
    unsigned count;
    FutexLock pushing;
    std::atomic<const void *> pusher; // the system thread that holds it
    NetEnd *pushed;
};
extern NetThreadEnds net_ends;
extern std::atomic<NetEnd *> own_end; // a UPC thread's, private; null: none, or not yet

// The caller's own; null: it has none.
inline NetEnd *net_own() {
    NetEnd *mine = local(own_end).load(std::memory_order_acquire);
    return mine && mine->owner.load(std::memory_order_relaxed) == system_thread() ? mine : nullptr;
}

// At the start of each UPC thread: from here on the calling system thread owns the thread's end.
void net_thread_enter();

// Opens, starts and closes the ends of threads; `count` of them, none with 0. Errors end the job.
void thread_ends_open(const ConduitOptions &of_process, unsigned count);
void thread_ends_start(const ConduitAddress *addresses);
void thread_ends_close();

// Polls another thread's end so many times, unless its owner is at it; how much it found. busy:
// something of it is under way. Waits for others who push.
unsigned net_push(NetEnd &end, unsigned polls, bool *busy);

// By who has entered it, or pushes.
bool end_is_busy(NetEnd &end);
unsigned end_poll(NetEnd &end);

} // namespace polder::net
