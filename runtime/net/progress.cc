// The progress thread's loop: nap beside pollers, else poll and sleep in the conduit.
#include "runtime/net/progress.h"

#include "base/config.h"
#include "runtime/net/level.h"
#include "runtime/net/thread.h"

#include <cstring>

namespace polder::net {

namespace {

// A thousand looks a second beside those who poll: below half a percent of a core.
constexpr std::int64_t nap_ns = 1000000;
constexpr std::int64_t sleep_ns = 100000000; // in the conduit, which wakes us when something comes

pthread_t thread;
std::atomic<bool> stopping;
FutexWord nap{0};                  // 1: napping
std::atomic<std::uint32_t> asleep; // in the conduit
std::atomic<std::uint32_t> work_left;
std::atomic<std::uint64_t> left_at; // net.turns when work was left last

std::uint64_t turns() {
    return net.turns.load(std::memory_order_relaxed);
}

// Active messages of this leader wait for room.
bool messages_wait() {
    return net_active_messages && net_active_messages->waiting();
}

// The progress thread overlooks nobody who has left work, in a nap or asleep.
//   progress thread              a thread that leaves work
//   P1 say that it naps          L1 leave the work
//   P2 fence                     L2 fence
//   P3 look for work             L3 does the progress thread nap? then wake it
// Either P3 sees L1, or L3 sees P1.
void take_nap() {
    ++net.counts.naps;
    rest_begin(); // naps in a row are one rest
    nap.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!stopping.load(std::memory_order_relaxed) && !work_left.load(std::memory_order_relaxed))
        futex_wait(&nap, 1, nap_ns);
    nap.store(0, std::memory_order_relaxed);
}

void sleep_in_conduit() {
    ++net.counts.sleeps;
    rest_begin();
    asleep.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const bool soon = messages_wait() || net.pending_sends.load(std::memory_order_relaxed); // what nothing may announce
    if (!work_left.load(std::memory_order_relaxed)) net.table->wait(*net.conduit, soon ? nap_ns : sleep_ns);
    asleep.store(0, std::memory_order_relaxed);
}

// Whoever leaves work and then waits for it takes it back with his first poll. Two threads at one
// transfer would only be in each other's way, the more so where this one has no core of its own.
bool work_is_ours() {
    return work_left.exchange(0, std::memory_order_acquire) && turns() == left_at.load(std::memory_order_relaxed);
}

void *progress(void *) {
    net_thread_begin();
    sub_thread_begins();
    std::uint64_t seen = turns();
    bool polled = false; // since others did last: what they left is under way
    while (!stopping.load(std::memory_order_acquire)) {
        if (const std::uint64_t now = turns(); now != seen) {
            seen = now;
            polled = false;
            take_nap();
            if (!work_is_ours()) continue;
            seen = turns();
        } else if (polled) {
            sleep_in_conduit();
            if (!work_is_ours() && turns() != seen) continue;
        }
        rest_end();
        unsigned found;
        if (messages_wait()) net_active_messages->delivered();
        polled = net_poll_quietly(&found);
        if (!polled) take_nap(); // whoever polls may be on this core
        net.counts.progressed += found;
    }
    return nullptr;
}

} // namespace

bool progress_wanted() {
    const char *text = setting_text(Setting::progress);
    if (std::strcmp(text, "poll") == 0) return false;
    if (std::strcmp(text, "thread") && std::strcmp(text, "core"))
        job_fail(1, "POLDER_PROGRESS is %s; it may be thread, core or poll", text);
    return true;
}

void progress_start() {
    stopping.store(false);
    thread_level_share();
    if (const int error = net_thread_create(&thread, progress))
        job_fail(1, "cannot start the progress thread: %s; POLDER_PROGRESS=poll does without", std::strerror(error));
    net.progress = true;
}

void progress_stop() {
    if (!net.progress) return;
    stopping.store(true, std::memory_order_seq_cst);
    nap.store(0, std::memory_order_seq_cst);
    futex_wake_all(&nap);
    net.table->wake(*net.conduit);
    pthread_join(thread, nullptr);
    net.progress = false;
}

void progress_take_over() {
    if (nap.load(std::memory_order_relaxed)) progress_nudge();
}

void progress_nudge() {
    if (!net.progress) return;
    left_at.store(turns(), std::memory_order_relaxed);
    work_left.store(1, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (nap.load(std::memory_order_relaxed)) {
        nap.store(0, std::memory_order_seq_cst);
        futex_wake_all(&nap);
    } else if (asleep.load(std::memory_order_relaxed)) {
        net.table->wake(*net.conduit);
    }
}

} // namespace polder::net
