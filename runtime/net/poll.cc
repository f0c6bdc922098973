// Polling: one thread of a process at a time, what waits do for the network, and how long a wait
// for it stays awake.
//
// Nobody waits for ever for what a poll would bring, with any number of pollers and without
// wake-ups between them:
//   1 A thread that waits for an operation of this end (net_wait) sleeps only for bounded times. A
//     turn polls, and then pauses, yields, or dozes at most 0.2 ms in the conduit or in nanosleep.
//     So no wake-up can be lost: each waiter tries the gate again and again, whatever others do.
//   2 A thread that finds the gate taken goes on without it. The holder's poll may take what this
//     thread wanted: operations of all threads end in whatever poll of the end comes upon them.
//     Otherwise a later poll of this thread takes it, after the gate is free.
//   3 The gate becomes free. Its holder runs the conduit's poll, deliver and done functions,
//     pending_sends_retry, and am_delivered. Locks there are taken in one order: that of pending
//     sends, records of the reference versions, the conduit's own. The first of them is taken by
//     pending_sends_retry only if it is free. Each lock is given back before a function of the
//     runtime is called. None is held in a wait. Nobody waits for the gate, so nobody holds a lock
//     while waiting for it. Deliver and done functions do not wait. The job ends where one does
//     (net_may_wait): it would wait for a poll that it keeps from happening, for all threads of the
//     process.
//   4 The end of an operation is a release of `left` by the poller, an acquire by the waiter. With
//     a `done` it is that of its owner's count.
//   5 A thread that waits for something of its node sleeps in a futex only if somebody else polls.
//     That is the progress thread, if the process has one: for the thread's operations and for the
//     leader's messages. Else `pending` keeps the thread awake while the end is busy, and in
//     leaders always. The thread itself asks net_busy after its last own start. So the last of a
//     process to fall asleep sees what is under way.
//   6 An end of a thread is polled by its owner at each turn of 1. The thread for leftovers polls
//     it while the owner does not. An owner with something under way there does not sleep in a
//     futex. Another system thread of the UPC thread that waits pushes the end where it would doze.
//   7 A start that an end refuses may go on by polls of that end alone, as where a connection is
//     being made. Nothing is under way there. So each refusal marks some polls as due (polls_due).
//     Whoever counts a mark down polls, or finds the gate taken by somebody who does. Two who count
//     at once may lose a mark, but each of them polls. The refused thread polls before it tries
//     again, and a second refusal marks anew. So polls follow as long as somebody is refused.
//   8 The progress thread's own sleeps are bounded as well (progress.cc). What it overlooked would
//     cost 0.1 s, not the job.
#include "runtime/core/private.h"
#include "runtime/net/leftover.h"
#include "runtime/net/pending_sends.h"
#include "runtime/net/progress.h"
#include "runtime/sync/give_way.h"

#include <ctime>
#include <pthread.h>

namespace polder::net {

namespace {

// The gate of one poller at a time; of others only the progress thread can be in a process of one.
bool gate_enter() {
    if (POLDER_NET_SINGLE) {
        net.polling.store(net_this_thread(), std::memory_order_relaxed);
        return true;
    }
    std::uintptr_t nobody = 0;
    return net.polling.compare_exchange_strong(nobody, net_this_thread(), std::memory_order_acquire);
}
void gate_leave() {
    net.polling.store(0, std::memory_order_release);
}

} // namespace

NetEnd &net_here_of_several() {
    if (NetEnd *mine = net_own()) return *mine->use;
    const bool pushes = net_ends.pusher.load(std::memory_order_relaxed) == system_thread();
    return pushes ? *net_ends.pushed : net;
}

void net_may_wait() {
    if (__builtin_expect(net.polling.load(std::memory_order_relaxed) == net_this_thread(), 0))
        job_fail(1, "a handler of a message waits for another node: handlers must not wait");
}

namespace {

// The process's end, behind the gate.
unsigned poll_process() {
    unsigned found;
    {
        const NetGuard guard;
        found = net.table->poll(*net.conduit);
    }
    if (net.pending_sends.load(std::memory_order_relaxed)) found += pending_sends_retry();
    if (net.bulk.load(std::memory_order_relaxed))
        if (const auto after = net.after_poll.load(std::memory_order_relaxed)) after(net);
    if (net.delivered) {
        net.delivered = false;
        net_active_messages->delivered();
    }
    ++net.counts.polls;
    net.counts.found += found;
    return found;
}

bool polls_are_due(NetEnd &end) {
    const std::uint32_t due = end.polls_due.load(std::memory_order_relaxed);
    if (due) end.polls_due.store(due - 1, std::memory_order_relaxed);
    return due;
}

// Whether there can be something at the process's end. Nobody sends to that of a process that
// leads no node.
bool process_is_due() {
    return is_leader() || polls_are_due(net) || net_process_busy();
}

// The caller's own end, while something of it is under way or was refused.
unsigned poll_own(NetEnd &mine) {
    mine.turns.store(mine.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (!mine.enter()) return 0; // in a `done`, which does not poll
    const unsigned found = polls_are_due(mine) || end_is_busy(mine) ? end_poll(mine) : 0;
    mine.leave();
    return found;
}

} // namespace

bool net_poll_quietly(unsigned *found) {
    *found = 0;
    if (net.polling.load(std::memory_order_relaxed) || !gate_enter()) return false;
    NetEnd *mine = net_ends.at ? net_own() : nullptr;
    if (mine) mine->use = &net;
    *found = poll_process();
    if (mine) mine->use = mine;
    const bool wake = net.wake_due;
    net.wake_due = false;
    gate_leave();
    if (__builtin_expect(wake, 0)) leftover_wake();
    return true;
}

unsigned net_poll() {
    if (NetEnd *mine = net_ends.at ? net_own() : nullptr) {
        if (const unsigned found = poll_own(*mine)) return found;
    }
    if (!process_is_due()) return 0;
    // A mark that somebody is awake, not a count: turns of several threads may fall into one.
    net.turns.store(net.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    unsigned found;
    net_poll_quietly(&found);
    return found;
}

bool net_process_busy() {
    if (net.pending_sends.load(std::memory_order_relaxed)) return true;
    const NetGuard guard;
    return end_is_busy(net);
}

namespace {

bool own_busy() {
    NetEnd *mine = net_ends.at ? net_own() : nullptr;
    if (!mine || !mine->enter()) return false;
    const bool busy = end_is_busy(*mine);
    mine->leave();
    return busy;
}

} // namespace

bool net_busy() {
    return own_busy() || net_process_busy();
}

namespace {

std::atomic<std::uint32_t> sleeper; // one thread of a process sleeps in the conduit, beside the progress thread

constexpr long doze_ns = 200000;

// In the conduit of its own end, if it waits for something there. The progress thread, if there is
// one, sleeps in that of the process.
bool doze_at_own() {
    NetEnd *mine = net_ends.at ? net_own() : nullptr;
    if (!mine || !mine->enter()) return false;
    const bool busy = end_is_busy(*mine);
    if (busy) mine->table->wait(*mine->conduit, doze_ns);
    mine->leave();
    return busy;
}

// A thread beside the owner may wait for what that one has started, and the owner may compute.
void push_for_owner() {
    NetEnd *theirs = net_ends.at ? local(own_end).load(std::memory_order_acquire) : nullptr;
    bool busy;
    if (theirs && !net_own()) net_push(*theirs, 1, &busy);
}

// Short, as threads of the node do not wake who sleeps here. True: at its own end.
bool doze() {
    rest_begin(); // many short ones are one rest, until something comes
    push_for_owner();
    if (doze_at_own()) return true;
    const bool allowed = !net_lock.needed || POLDER_NET_SINGLE || !net_lock.shared.load(std::memory_order_relaxed);
    if (allowed && !sleeper.exchange(1, std::memory_order_acquire)) {
        net.table->wait(*net.conduit, doze_ns);
        sleeper.store(0, std::memory_order_release);
        return false;
    }
    timespec rest{0, doze_ns / 4};
    nanosleep(&rest, nullptr);
    return false;
}

constexpr unsigned left_to_progress = 1u << 31; // a bit of the turns without anything

// Of a thread that dozes at its own end: that end alone, while something is under way there.
unsigned poll_left() {
    NetEnd *mine = net_own();
    progress_take_over();
    if (!mine) return 0;
    ++mine->left_polls;
    return poll_own(*mine);
}

} // namespace

bool net_shares_cores() {
    if (sync::wait_setup.oversubscribed) return true;
    return net.waiters.load(std::memory_order_relaxed) > static_cast<std::uint32_t>(control().cores);
}

void net_turn(unsigned turn, unsigned *idle) {
    const bool left = *idle & left_to_progress;
    if ((left ? poll_left() : net_poll()) || (turn % 8 == 0 && sync::wait_poll())) {
        rest_end();
        *idle = 0;
        return;
    }
    constexpr unsigned yields = 2000; // some milliseconds
    if (++*idle < sync::wait_setup.spins && !net_shares_cores()) return sync::cpu_pause();
    std::int64_t now = 0;
    if (*idle < yields && !sync::give_way_or_sleep(&now)) return;
    const bool leaves = doze() && net.progress;
    *idle = leaves ? *idle | left_to_progress : *idle & ~left_to_progress;
}

namespace {

// Whether a thread of this process must not go to sleep in a futex: nobody else would poll for it.
bool pending() {
    if (is_leader() && !net.progress) return true;
    return own_busy() || (!net.progress && net_process_busy());
}

} // namespace

const sync::WaitPolling net_waits = {net_poll, pending, nullptr, nullptr};

} // namespace polder::net
