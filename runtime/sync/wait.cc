// The slow half of waiting: see wait.h for the protocol and its proof.
#include "runtime/sync/wait.h"

#include "base/clock.h"
#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/sync/eager.h"

#include <sched.h>

namespace polder {

WaitSetup wait_setup;

void wait_configure(bool oversubscribed) {
    wait_setup.oversubscribed = oversubscribed;
    // Measured on two cores: with more threads than cores, spinning 100 pauses doubles a barrier of 16 threads; with a
    // core each, 100 pauses (a few microseconds) cover the arrivals of a barrier without a system call.
    wait_setup.spins = static_cast<unsigned>(setting_number(Setting::spin, oversubscribed ? 2 : 100));
}

namespace {

constexpr unsigned yields_per_clock = 16;

// A look at the network costs a system call with some providers: where nothing is expected from there, seldom.
constexpr unsigned turns_per_network_poll = 32;

// Messages come in bursts: after one, this many turns do not give the core away, where every thread has one.
constexpr unsigned turns_after_message = 200;

// True once test(context), false after yield_ns without a message.
bool yield_until(bool network, bool (*test)(void *), void *context) {
    std::int64_t end = 0;
    unsigned spins = 0;
    for (unsigned turn = 0;; ++turn) {
        if (test(context)) return true;
        if (wait_poll() || ((network || turn % turns_per_network_poll == 0) && wait_poll_network())) {
            end = 0;
            spins = wait_setup.oversubscribed ? 0 : turns_after_message;
            continue;
        }
        if (spins) {
            --spins;
            cpu_pause();
            continue;
        }
        if (eager_stays()) continue;
        if (turn % yields_per_clock == 0) {
            const std::int64_t now = clock_ns();
            if (!end)
                end = now + wait_setup.yield_ns;
            else if (now > end)
                return false;
        }
        sched_yield();
    }
}

// Instead of sleeping: there are messages, or nobody could wake this thread for them. *found: how many it took.
bool stays_awake(const WaitPolling *polling, bool wakeable, unsigned *found) {
    const WaitPolling *network = wait_setup.network.load(std::memory_order_acquire);
    if (const WaitPolling *teams = wait_setup.teams.load(std::memory_order_acquire); teams && teams->pending()) {
        *found = wait_poll() || wait_poll_network();
        if (!*found) sched_yield();
        return true;
    }
    const bool far = network && network->pending();
    if (!far && (!polling || (wakeable && !polling->pending()))) return false;
    *found = (polling ? polling->poll() : 0) + (far ? network->poll() : 0);
    if (!*found) sched_yield(); // nothing to do, or another thread is at it
    return true;
}

// True once test(context); false when a message woke the thread: more may come, so it yields again before it sleeps.
bool park_until(WaitPoint &point, std::uint32_t groups, bool (*test)(void *), void *context) {
    const WaitPolling *polling = wait_setup.polling.load(std::memory_order_acquire);
    point.sleepers.fetch_add(1, std::memory_order_seq_cst); // W1
    const bool wakeable = polling && polling->park(point);
    delay_point();
    bool over = false;
    for (unsigned found = 0; !found;) {
        const std::uint32_t seen = point.event.load(std::memory_order_acquire); // W2
        delay_point();
        std::atomic_thread_fence(std::memory_order_seq_cst); // W3
        if ((over = test(context))) break;                   // W4
        delay_point();
        if (stays_awake(polling, wakeable, &found)) continue;
        futex_wait_group(&point.event, seen, groups); // W5
    }
    if (wakeable) polling->unpark();
    point.sleepers.fetch_sub(1, std::memory_order_relaxed);
    return over;
}

} // namespace

void wait_slowly(WaitPoint &point, const WaitReason &why, std::uint32_t groups, bool (*test)(void *), void *context) {
    if (!started()) { // unit tests of the parts below a job
        while (!yield_until(why.network, test, context) && !park_until(point, groups, test, context))
            continue;
        return;
    }
    WaitMark mark(why.kind, why.object, why.peer);
    if (yield_until(why.network, test, context)) return;
    mark.peer(why.peer);
    mark.parking();
    if (wait_setup.before_park) wait_setup.before_park(why);
    while (!park_until(point, groups, test, context) && !yield_until(why.network, test, context))
        continue;
}

void wait_wake(WaitPoint &point, std::uint32_t groups) {
    delay_point();
    point.event.fetch_add(1, std::memory_order_seq_cst); // S4
    delay_point();
    futex_wake_group(&point.event, groups);
}

void wait_turn(unsigned turn) {
    if (turn < wait_setup.spins)
        cpu_pause();
    else if (!eager_stays())
        sched_yield();
}

} // namespace polder
