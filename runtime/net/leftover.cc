// The thread's loop: push, nap, sleep; and the calls that start, wake and end it.
#include "runtime/net/leftover.h"

#include "runtime/net/level.h"
#include "runtime/net/progress.h"
#include "runtime/net/thread.h"

#include <cstdlib>
#include <cstring>
#include <sched.h>

namespace polder::net {

namespace {

constexpr unsigned pushes = 100;              // polls in a row; connections take some dozens
constexpr unsigned pushes_at_once = 16;       // of a thread's end, whose owner waits meanwhile
constexpr std::int64_t least_rest_ns = 50000; // between pushes, while nobody else polls
constexpr std::int64_t most_rest_ns = 1000000;
constexpr std::int64_t least_nap_ns = 1000000; // while others do
constexpr std::int64_t most_nap_ns = 4000000;

pthread_t thread;
bool made = false; // by who has set net.cared
std::atomic<bool> stopping;
FutexWord napping{0};

bool runs() {
    return !stopping.load(std::memory_order_seq_cst);
}

void nap(std::int64_t ns) {
    napping.store(1, std::memory_order_seq_cst);
    if (runs()) futex_wait(&napping, 1, ns);
    napping.store(0, std::memory_order_relaxed);
}

// ---- the process's end, unless the progress thread has it ----

bool process_is_busy() {
    return !net.progress && net_process_busy();
}

// Polls until nothing is under way, for a moment at most, and as long as nobody else does.
void push_process(std::uint64_t seen) {
    const auto polled = [=] { return net.turns.load(std::memory_order_relaxed) != seen; };
    for (unsigned turn = 0; turn < pushes && !polled() && process_is_busy(); ++turn) {
        unsigned found;
        if (!net_poll_quietly(&found) || !found) sched_yield();
        net.counts.pushed += found;
    }
}

// ---- ends of threads ----

bool push_thread(NetEnd &end) {
    bool busy;
    net.counts.pushed += net_push(end, pushes_at_once, &busy);
    return busy;
}

bool any_is_busy() {
    bool busy = process_is_busy();
    for (unsigned i = 0; i < net_ends.count && !busy; ++i)
        net_push(net_ends.at[i], 0, &busy);
    return busy;
}

// ---- all ends ----

enum class Look { nothing, polled, busy };

// polled: somebody else has polled since the last look, so this thread did not.
Look look_at(NetEnd &end, std::uint64_t *seen) {
    const std::uint64_t now = end.turns.load(std::memory_order_relaxed);
    const bool polled = now != *seen;
    *seen = now;
    if (polled) return Look::polled;
    if (&end != &net) return push_thread(end) ? Look::busy : Look::nothing;
    if (!process_is_busy()) return Look::nothing;
    push_process(now);
    return Look::busy;
}

struct Seen { // of each end, the process's first
    std::uint64_t *turns;
    Look look() {
        Look most = look_at(net, &turns[0]);
        for (unsigned i = 0; i < net_ends.count && runs(); ++i)
            if (const Look one = look_at(net_ends.at[i], &turns[i + 1]); one > most) most = one;
        return most;
    }
};

// Until nothing is under way, and nobody has polled for a nap.
void carry_on(Seen seen) {
    std::int64_t rest = least_rest_ns;
    std::int64_t pause = least_nap_ns;
    while (runs()) {
        const Look found = seen.look();
        if (found == Look::nothing && !any_is_busy()) return;
        if (found == Look::polled) {
            rest = least_rest_ns;
            nap(pause);
            pause = pause * 2 < most_nap_ns ? pause * 2 : most_nap_ns;
            continue;
        }
        pause = least_nap_ns;
        nap(rest);
        rest = rest * 2 < most_rest_ns ? rest * 2 : most_rest_ns;
    }
}

// Sleeps until something is left over.
void await() {
    net.cared.store(0, std::memory_order_seq_cst); // T1
    if (any_is_busy()) {                           // T2
        net.cared.store(1, std::memory_order_relaxed);
        return;
    }
    while (runs() && !net.cared.load(std::memory_order_acquire))
        futex_wait(&net.cared, 0);
}

void *leftovers(void *) {
    net_thread_begin();
    const Seen seen = {static_cast<std::uint64_t *>(std::calloc(net_ends.count + 1, sizeof(std::uint64_t)))};
    if (!seen.turns) job_fail(1, "no memory for the thread that sends what calls left over");
    while (runs()) {
        carry_on(seen);
        if (runs()) await();
    }
    std::free(seen.turns);
    return nullptr;
}

} // namespace

void leftover_start() {
    stopping.store(false, std::memory_order_relaxed);
    net.carries = progress_wanted() && (!is_leader() || net_ends.at);
    net.cared.store(!net.carries, std::memory_order_release);
}

void leftover_stop() {
    if (!net.carries) return;
    net.carries = false;
    stopping.store(true, std::memory_order_seq_cst);
    const bool sleeps = !net.cared.exchange(1, std::memory_order_seq_cst); // nobody makes it any more
    if (!made) return;
    if (sleeps) futex_wake_all(&net.cared);
    leftover_hurry();
    pthread_join(thread, nullptr);
    made = false;
    net.cared.store(1, std::memory_order_relaxed);
}

void leftover_wake() {
    if (made) return futex_wake_all(&net.cared);
    made = true;
    thread_level_share();
    if (const int error = net_thread_create(&thread, leftovers))
        job_fail(1, "cannot start the thread that sends what calls left over: %s; POLDER_PROGRESS=poll does without",
                 std::strerror(error));
}

void leftover_hurry() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!napping.load(std::memory_order_relaxed)) return;
    napping.store(0, std::memory_order_seq_cst);
    futex_wake_all(&napping);
}

void net_leave_to_thread() {
    if (net.cared.exchange(1, std::memory_order_seq_cst)) return;
    if (net.polling.load(std::memory_order_relaxed) == net_this_thread())
        net.wake_due = true;
    else
        leftover_wake();
}

} // namespace polder::net
