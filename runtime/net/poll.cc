// Polling: one thread of a process at a time, what waits do for the network, and how long a wait for it stays awake.
#include "base/clock.h"
#include "runtime/am/far.h"
#include "runtime/net/kept.h"
#include "runtime/net/progress.h"

#include <ctime>
#include <sched.h>

namespace polder {

namespace {

// The gate of one poller at a time; of others only the progress thread can be in a process of one.
bool gate_enter() {
    if (POLDER_NET_SINGLE) return true;
    return !net.polling.exchange(1, std::memory_order_acquire);
}
void gate_leave() {
    if (!POLDER_NET_SINGLE) net.polling.store(0, std::memory_order_release);
}

} // namespace

bool net_poll_quietly(unsigned *found) {
    *found = 0;
    if (net.polling.load(std::memory_order_relaxed) || !gate_enter()) return false;
    {
        const NetGuard guard;
        *found = net.table->poll(*net.conduit);
    }
    if (net.kept.load(std::memory_order_relaxed)) *found += kept_send();
    if (net.bulk.load(std::memory_order_relaxed))
        if (void (*after)() = net.after_poll.load(std::memory_order_relaxed)) after();
    if (net.delivered) {
        net.delivered = false;
        am_delivered();
    }
    ++net.counts.polls;
    net.counts.found += *found;
    gate_leave();
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
    if (net.kept.load(std::memory_order_relaxed) || net.bulk.load(std::memory_order_relaxed)) return true;
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
    if (*idle < yields)
        sched_yield();
    else
        doze();
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
