// When a waiting thread yields, naps or sleeps: the rules are in give_way.h.
#include "runtime/sync/give_way.h"

#include "base/clock.h"
#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <sched.h>

namespace polder::sync {

POLDER_PRIVATE GiveWay give_way_state = {};

namespace {

std::int64_t threads_of_node() {
    return started() ? node_threads() : 1;
}

// System threads of the node that may run, as far as they are known. One that waits and answers
// messages meanwhile is among them. The kernel keeps one that has just fallen asleep among those
// that run, until it has made up for the time it had too much. Of other nodes on this machine all
// threads may run, and a progress thread.
unsigned own_running(std::int64_t now) {
    if (!started()) return 1;
    const ControlBlock &block = control();
    unsigned running = (std::max(block.shape.sharing, 1u) - 1) * (node_threads() + 1);
    for (unsigned t = 0; t < node_threads(); ++t) {
        const ThreadRecord &record = thread_record(control(), block.shape.first + t);
        const std::int64_t since = record.wait.rests_ns.load(std::memory_order_relaxed);
        running += !since || now - since <= settled_ns;
        running += record.sub_threads.running(now, settled_ns);
    }
    return running;
}

bool strangers_run(std::int64_t now) {
    const unsigned running = machine_running();
    return !running || running > own_running(now);
}

// G4: from a late yield to the next trial.
std::int64_t next_interval(const GiveWay &state, std::int64_t now, std::int64_t yield_took_ns) {
    const std::int64_t took = std::min(yield_took_ns, most_late_ns);
    const std::int64_t last = state.interval.load(std::memory_order_relaxed);
    const bool goes_on =
        state.beside.load(std::memory_order_relaxed) || now - state.left_at.load(std::memory_order_relaxed) < last;
    return goes_on ? std::min(2 * last, trial_share * threads_of_node() * took) : trial_first * took;
}

void set_beside(GiveWay &state, std::int64_t now, std::int64_t yield_took_ns) {
    const std::int64_t interval = next_interval(state, now, yield_took_ns);
    state.interval.store(interval, std::memory_order_relaxed);
    state.review_at.store(now + review_ns, std::memory_order_relaxed);
    state.trial_at.store(now + interval, std::memory_order_relaxed);
    state.beside.store(true, std::memory_order_relaxed);
}

void nap(GiveWay &state) {
    give_way_count(state.counts.naps);
    timespec rest{0, nap_ns};
    const int saved = errno;
    nanosleep(&rest, nullptr);
    errno = saved;
}

// Yields; true: late, and *now is the time after it.
bool yield_late(GiveWay &state, std::int64_t *now) {
    const std::int64_t before = *now ? *now : clock_ns();
    give_way_count(state.counts.yields);
    if (state.counts.yields.load(std::memory_order_relaxed) % yields_a_nap == 0) { // G5
        nap(state);
        *now = clock_ns();
        return false;
    }
    sched_yield();
    *now = clock_ns();
    const std::int64_t took = *now - before;
    if (__builtin_expect(took < late_yield_ns, 1)) return false;
    give_way_count(state.counts.late);
    if (wait_setup.notices_strangers && strangers_run(*now)) set_beside(state, *now, took); // G1
    return true;
}

// G3 and G4: whether the thread still is beside strangers.
bool still_beside(GiveWay &state, std::int64_t now) {
    if (now < state.review_at.load(std::memory_order_relaxed)) return true;
    state.review_at.store(now + review_ns, std::memory_order_relaxed);
    if (strangers_run(now)) {
        if (now < state.trial_at.load(std::memory_order_relaxed)) return true;
        if (yield_late(state, &now)) return true; // or the late ones were the job's own: the next review finds it out
    }
    state.left_at.store(now, std::memory_order_relaxed);
    state.beside.store(false, std::memory_order_relaxed);
    return false;
}

} // namespace

bool give_way_or_sleep(std::int64_t *now) {
    GiveWay &state = local(give_way_state);
    sub_thread_waits();
    if (__builtin_expect(state.beside.load(std::memory_order_relaxed), 0)) {
        *now = clock_ns();
        return still_beside(state, *now);
    }
    return yield_late(state, now);
}

void give_way() {
    GiveWay &state = local(give_way_state);
    std::int64_t now = 0;
    sub_thread_waits();
    if (beside_strangers() && still_beside(state, clock_ns())) {
        nap(state);
    } else {
        yield_late(state, &now);
    }
}

} // namespace polder::sync
