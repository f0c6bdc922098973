// The slow half of waiting: see wait.h for the protocol and its proof.
#include "runtime/sync/wait.h"

#include "base/clock.h"
#include "base/config.h"
#include "runtime/core/job.h"

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

// True once test(context), false after yield_ns.
bool yield_until(bool network, bool (*test)(void *), void *context) {
    std::int64_t end = 0;
    for (unsigned turn = 0;; ++turn) {
        if (test(context)) return true;
        if (wait_poll()) continue;
        if ((network || turn % turns_per_network_poll == 0) && wait_poll_network()) continue;
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

// Instead of sleeping: there are messages, or nobody could wake this thread for them.
bool stays_awake(const WaitPolling *polling, bool wakeable) {
    const WaitPolling *network = wait_setup.network.load(std::memory_order_acquire);
    if (const WaitPolling *teams = wait_setup.teams.load(std::memory_order_acquire); teams && teams->pending()) {
        if (!wait_poll() && !wait_poll_network()) sched_yield();
        return true;
    }
    const bool far = network && network->pending();
    if (!far && (!polling || (wakeable && !polling->pending()))) return false;
    const unsigned found = (polling ? polling->poll() : 0) + (far ? network->poll() : 0);
    if (!found) sched_yield(); // nothing to do, or another thread is at it
    return true;
}

void park_until(WaitPoint &point, std::uint32_t groups, bool (*test)(void *), void *context) {
    const WaitPolling *polling = wait_setup.polling.load(std::memory_order_acquire);
    point.sleepers.fetch_add(1, std::memory_order_seq_cst); // W1
    const bool wakeable = polling && polling->park(point);
    delay_point();
    for (;;) {
        const std::uint32_t seen = point.event.load(std::memory_order_acquire); // W2
        delay_point();
        std::atomic_thread_fence(std::memory_order_seq_cst); // W3
        if (test(context)) break;                            // W4
        delay_point();
        if (stays_awake(polling, wakeable)) continue;
        futex_wait_group(&point.event, seen, groups); // W5
    }
    if (wakeable) polling->unpark();
    point.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

} // namespace

void wait_slowly(WaitPoint &point, const WaitReason &why, std::uint32_t groups, bool (*test)(void *), void *context) {
    if (!started()) { // unit tests of the parts below a job
        if (!yield_until(why.network, test, context)) park_until(point, groups, test, context);
        return;
    }
    WaitMark mark(why.kind, why.object, why.peer);
    if (yield_until(why.network, test, context)) return;
    mark.peer(why.peer);
    mark.parking();
    if (wait_setup.before_park) wait_setup.before_park(why);
    park_until(point, groups, test, context);
}

void wait_wake(WaitPoint &point, std::uint32_t groups) {
    delay_point();
    point.event.fetch_add(1, std::memory_order_seq_cst); // S4
    delay_point();
    futex_wake_group(&point.event, groups);
}

void wait_turn(unsigned turn) {
    if (turn >= wait_setup.spins)
        sched_yield();
    else
        cpu_pause();
}

} // namespace polder
