// Polling: one thread of a process at a time, what waits do for the network, and how long a wait
// for it stays awake.
//
// Nobody waits for ever for what a poll would bring, with any number of pollers and without
// wake-ups between them:
//   1 Whoever waits for an operation of this end (net_wait) never sleeps but for bounded times: a
//     turn polls, and then pauses, yields, or dozes, at most 0.2 ms in the conduit or in nanosleep.
//     So there is no wake-up that could be lost: each waiter tries the gate again and again,
//     whatever the others do.
//   2 Who finds the gate taken goes on without, and that is enough: either the holder's poll takes
//     what this one wanted (operations of all threads end in whatever poll of the end comes upon
//     them), or a later poll of this one does, after the gate is free.
//   3 The gate becomes free. Its holder runs the conduit's poll, deliver and done functions,
//     pending_sends_retry, and am_delivered. Locks there are taken in one order: kept messages (by
//     pending_sends_retry only if free), records of the reference versions, the conduit's own; each
//     is given back before a function of the runtime is called, none is held in a wait, and none by
//     anybody who waits for the gate, since nobody waits for it. Deliver and done functions do not
//     wait: net_may_wait ends the job where one does, as it would wait for a poll that it keeps
//     from happening, for all threads of the process and, as the leader serves its node, of others.
//   4 The end of an operation is a release of `left` by the poller, an acquire by the waiter; with
//     a `done` it is that of its owner's count.
//   5 A thread that waits for something of its node sleeps in a futex only if somebody else polls
//     for what it has under way and for the leader's messages: the progress thread, if the process
//     has one; else `pending` keeps it awake while the end is busy, and in leaders always. net_busy
//     is asked after its last own start, by the thread itself, so the last of a process to fall
//     asleep sees what is under way.
//   6 The progress thread's own sleeps are bounded as well (progress.cc), so what it overlooked
//     would cost 0.1 s, not the job.
#include "base/clock.h"
#include "runtime/net/leftover.h"
#include "runtime/net/pending_sends.h"
#include "runtime/net/progress.h"
#include "runtime/sync/give_way.h"

#include <ctime>
#include <pthread.h>

namespace polder {

namespace {

// The gate of one poller at a time; of others only the progress thread can be in a process of one.
bool gate_enter() {
    if (POLDER_NET_SINGLE) return net.polling.store(net_this_thread(), std::memory_order_relaxed), true;
    std::uintptr_t nobody = 0;
    return net.polling.compare_exchange_strong(nobody, net_this_thread(), std::memory_order_acquire);
}
void gate_leave() {
    net.polling.store(0, std::memory_order_release);
}

} // namespace

void net_may_wait() {
    if (__builtin_expect(net.polling.load(std::memory_order_relaxed) == net_this_thread(), 0))
        job_fail(1, "a handler of a message waits for another node: handlers must not wait");
}

bool net_poll_quietly(unsigned *found) {
    *found = 0;
    if (net.polling.load(std::memory_order_relaxed) || !gate_enter()) return false;
    {
        const NetGuard guard;
        *found = net.table->poll(*net.conduit);
    }
    if (net.pending_sends.load(std::memory_order_relaxed)) *found += pending_sends_retry();
    if (net.bulk.load(std::memory_order_relaxed))
        if (void (*after)() = net.after_poll.load(std::memory_order_relaxed)) after();
    if (net.delivered) {
        net.delivered = false;
        net_active_messages->delivered();
    }
    ++net.counts.polls;
    net.counts.found += *found;
    const bool wake = net.wake_due;
    net.wake_due = false;
    gate_leave();
    if (__builtin_expect(wake, 0)) leftover_wake();
    return true;
}

unsigned net_poll() {
    // A mark that somebody is awake, not a count: turns of several threads may fall into one.
    net.turns.store(net.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    unsigned found;
    net_poll_quietly(&found);
    return found;
}

bool net_busy() {
    if (net.pending_sends.load(std::memory_order_relaxed) || net.bulk.load(std::memory_order_relaxed)) return true;
    const NetGuard guard;
    return !net.table->all_flushed(*net.conduit);
}

namespace {

std::atomic<std::uint32_t> sleeper; // one thread of a process sleeps in the conduit, beside the progress thread

// Short, as threads of the node do not wake who sleeps here.
void doze() {
    constexpr long doze_ns = 200000;
    const bool allowed = !net_lock.needed || POLDER_NET_SINGLE;
    if (allowed && !sleeper.exchange(1, std::memory_order_acquire)) {
        net.table->wait(*net.conduit, doze_ns);
        sleeper.store(0, std::memory_order_release);
        return;
    }
    timespec rest{0, doze_ns / 4};
    nanosleep(&rest, nullptr);
}

} // namespace

void net_turn(unsigned turn, unsigned *idle) {
    if (net_poll() || (turn % 8 == 0 && wait_poll())) {
        *idle = 0;
        return;
    }
    constexpr unsigned yields = 2000; // some milliseconds
    if (++*idle < wait_setup.spins) return cpu_pause();
    std::int64_t now = 0;
    if (*idle >= yields || give_way_or_sleep(&now)) doze();
}

namespace {

// Whether a thread of this process must not go to sleep in a futex: nobody else would poll for it.
bool pending() {
    if (is_leader() && !net.progress) return true;
    return !net.progress && net_busy();
}

} // namespace

const WaitPolling net_waits = {net_poll, pending, nullptr, nullptr};

} // namespace polder
