// The slow half of waiting: see wait.h for the protocol and its proof.
#include "runtime/sync/wait.h"

#include "base/clock.h"
#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/sync/adaptive_spin.h"
#include "runtime/sync/give_way.h"
#include "runtime/sync/one_caller.h"

namespace polder::sync {

WaitSetup wait_setup;

void wait_configure(bool oversubscribed) {
    wait_setup.oversubscribed = oversubscribed;
    // Measured on two cores. With more threads than cores, spinning 100 pauses doubles a barrier of
    // 16 threads. With a core each, 100 pauses (a few microseconds) cover the arrivals of a barrier
    // without a system call.
    wait_setup.spins = static_cast<unsigned>(setting_number(Setting::spin, oversubscribed ? 2 : 100));
}

namespace {

// A look at the network costs a system call with some providers: where nothing is expected from
// there, seldom.
constexpr unsigned turns_per_network_poll = 32;

constexpr std::int64_t no_limit = -1;

struct SlowWait {
    WaitPoint &point;
    const WaitReason &why;
    std::uint32_t groups;
    bool (*test)(void *);
    void *context;

    bool over() const { return test(context); }
    // Null also for those who take up no messages.
    const WaitPolling *polling() const {
        return why.sub_thread ? nullptr : wait_setup.polling.load(std::memory_order_acquire);
    }
    // True: something has come in.
    bool poll(unsigned turn) const {
        if (why.sub_thread) return false;
        return wait_poll() || ((why.network || turn % turns_per_network_poll == 0) && wait_poll_network());
    }
};

// Instead of sleeping: there are messages, or nobody could wake this thread for them. *found: how
// many it took.
bool stays_awake(const WaitPolling *polling, bool wakeable, unsigned *found) {
    const WaitPolling *network = wait_setup.network.load(std::memory_order_acquire);
    if (const WaitPolling *teams = wait_setup.teams.load(std::memory_order_acquire); teams && teams->pending()) {
        *found = wait_poll() || wait_poll_network();
        if (!*found) give_way();
        return true;
    }
    const bool far = network && network->pending();
    if (!far && (!polling || (wakeable && !polling->pending()))) return false;
    *found = (polling ? polling->poll() : 0) + (far ? network->poll() : 0);
    if (!*found) give_way(); // nothing to do, or another thread is at it
    return true;
}

enum class Sleep {
    over,    // the wait is
    message, // woke the thread: more may come, so it stays awake before it sleeps again
    limit,   // the time has passed
};

Sleep sleep_until(const SlowWait &wait, std::int64_t limit_ns) {
    WaitPoint &point = wait.point;
    const WaitPolling *polling = wait.polling();
    point.sleepers.fetch_add(1, std::memory_order_seq_cst); // W1
    const bool wakeable = polling && polling->park(point);
    delay_point();
    Sleep end = Sleep::message;
    for (unsigned found = 0; !found;) {
        const std::uint32_t seen = point.event.load(std::memory_order_acquire); // W2
        delay_point();
        std::atomic_thread_fence(std::memory_order_seq_cst); // W3
        if (wait.over()) {                                   // W4
            end = Sleep::over;
            break;
        }
        delay_point();
        if (limit_ns != no_limit && clock_ns() > limit_ns) {
            end = Sleep::limit;
            break;
        }
        if (!wait.why.sub_thread && stays_awake(polling, wakeable, &found)) continue;
        give_way_count(local(give_way_state).counts.sleeps);
        const AsleepMark rest;
        futex_wait_group(&point.event, seen, wait.groups, limit_ns); // W5
    }
    if (wakeable) polling->unpark();
    point.sleepers.fetch_sub(1, std::memory_order_relaxed);
    return end;
}

// True once the wait is over; false after yield_ns without a message, or when a yield was late.
bool stay_until(const SlowWait &wait) {
    std::int64_t end = 0;
    std::int64_t now = 0;
    unsigned eager = 0;
    unsigned spins = 0;
    for (unsigned turn = 0;; ++turn) {
        if (wait.over()) return true;
        if (wait.poll(turn)) {
            end = now = 0;
            eager = wait_setup.oversubscribed ? 0 : turns_after_message;
            continue;
        }
        if (eager) {
            --eager;
            continue;
        }
        if (spins) {
            --spins;
            cpu_pause();
            continue;
        }
        if (adaptive_spin_stays()) continue;
        const bool sleeps = give_way_or_sleep(&now);
        if (!end)
            end = now + wait_setup.yield_ns;
        else if (now > end)
            return false;
        if (!sleeps) {
            spins = wait_setup.oversubscribed ? 0 : turns_after_yield;
            continue;
        }
        if (!beside_strangers()) return false; // somebody of the job computes on this core
        const Sleep slept = sleep_until(wait, end);
        if (slept != Sleep::message) return slept == Sleep::over;
        end = now = 0;
    }
}

// What before_park could not do is done again between sleeps. The wait may be over first. It ends
// as any other then.
void park_until_over(const SlowWait &wait) {
    constexpr std::int64_t shortest_ns = 1000000;
    constexpr std::int64_t longest_ns = 1000000000;
    std::int64_t pause_ns = shortest_ns;
    bool looked = false;
    do {
        looked = looked || !wait_setup.before_park || wait_setup.before_park(wait.why);
        if (sleep_until(wait, looked ? no_limit : clock_ns() + pause_ns) == Sleep::over) return;
        if (pause_ns < longest_ns) pause_ns *= 2;
    } while (!stay_until(wait));
}

} // namespace

void wait_slowly(WaitPoint &point, const WaitReason &why, std::uint32_t groups, bool (*test)(void *), void *context) {
    const SlowWait wait{point, why, groups, test, context};
    if (!started() || why.sub_thread) { // the former: unit tests of the parts below a job
        while (!stay_until(wait) && sleep_until(wait, no_limit) != Sleep::over)
            continue;
        return;
    }
    WaitMark mark(why.kind, why.object, why.peer);
    if (stay_until(wait)) return;
    mark.peer(why.peer);
    self().wait.routine.set(OneCaller::routine());
    mark.parking();
    park_until_over(wait);
}

void wait_wake(WaitPoint &point, std::uint32_t groups) {
    delay_point();
    point.event.fetch_add(1, std::memory_order_seq_cst); // S4
    delay_point();
    futex_wake_group(&point.event, groups);
}

void wait_wake_one(WaitPoint &point) {
    point.event.fetch_add(1, std::memory_order_seq_cst);
    delay_point();
    if (point.sleepers.load(std::memory_order_seq_cst)) futex_wake(&point.event, 1);
}

void wait_turn(unsigned turn) {
    if (turn < wait_setup.spins)
        cpu_pause();
    else if (!adaptive_spin_stays())
        give_way();
}

} // namespace polder::sync
