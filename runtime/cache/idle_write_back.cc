// The thread that sends what others have left pending; see idle_write_back.h.
#include "runtime/cache/idle_write_back.h"

#include "base/config.h"
#include "base/futex.h"
#include "runtime/core/job.h"
#include "runtime/core/service_signals.h"
#include "runtime/net/level.h"
#include "runtime/net/net.h"

#include <cstdlib>
#include <pthread.h>
#include <sched.h>

namespace polder::cache {

namespace {

constexpr std::int64_t most_rest = 16; // waits, when nothing is pending
constexpr unsigned pushes = 100;       // polls at a time

struct Watched {
    FarCache *cache;
    long delta; // of its UPC thread
    Watched *next;
    std::uint32_t pending; // as seen last
    std::uint64_t writes;
};

std::atomic<Watched *> all{nullptr};
FutexLock starting;
bool runs = false; // under `starting`
FutexWord stopping{0};
pthread_t watcher;

// True: something is pending.
bool look(Watched &watched) {
    FarCache &c = *watched.cache;
    const std::uint32_t pending = c.pending.load(std::memory_order_relaxed);
    const std::uint64_t writes = c.writes.load(std::memory_order_relaxed);
    if (pending && pending == watched.pending && writes == watched.writes) {
        polder_delta = watched.delta; // a system thread of that UPC thread, for so long
        cache_write_back(c);
        polder_delta = 0;
    }
    watched.pending = pending;
    watched.writes = writes;
    return pending != 0;
}

// What is under way may need this process, where nobody else is there for it
// (POLDER_PROGRESS=poll): connections are made, long messages sent on. True: there is something.
// Without a network tests let memory of the node be far.
bool push() {
    if (!net::net_on() || net::net.progress || net::net.carries || !net::net_busy()) return false;
    for (unsigned turn = 0; turn < pushes && net::net_busy(); ++turn)
        if (!net::net_poll()) sched_yield();
    return true;
}

void *watch(void *) {
    const auto wait_ns = static_cast<std::int64_t>(setting_number(Setting::cache_wait)) * 1000000;
    for (std::int64_t rest = 1; !stopping.load(std::memory_order_acquire);) {
        bool pending = false;
        for (Watched *each = all.load(std::memory_order_acquire); each; each = each->next)
            pending |= look(*each);
        pending |= push();
        rest = pending ? 1 : rest < most_rest ? rest + 1 : most_rest;
        futex_wait(&stopping, 0, rest * wait_ns);
    }
    return nullptr;
}

void start() {
    starting.lock();
    if (!runs) {
        const ServiceSignals signals;
        net::thread_level_share();
        const int error = pthread_create(&watcher, nullptr, watch, nullptr);
        if (error)
            job_fail(1, "cannot start the thread that sends idle writes: %s; POLDER_CACHE_WAIT=0 does without",
                     std::strerror(error));
        runs = true;
    }
    starting.unlock();
}

} // namespace

void idle_write_back_watch(FarCache &c) {
    c.watched = true;
    if (setting_number(Setting::cache_wait) == 0) return;
    Watched *made = static_cast<Watched *>(std::malloc(sizeof(Watched)));
    if (!made) job_fail(1, "no memory for the cache of far accesses");
    *made = {&c, polder_delta, all.load(std::memory_order_relaxed), 0, 0};
    while (!all.compare_exchange_weak(made->next, made, std::memory_order_release, std::memory_order_relaxed)) {
    }
    start();
}

void idle_write_back_stop() {
    starting.lock();
    if (runs) {
        stopping.store(1, std::memory_order_release);
        futex_wake_all(&stopping);
        pthread_join(watcher, nullptr);
        runs = false;
        stopping.store(0, std::memory_order_relaxed);
    }
    starting.unlock();
}

} // namespace polder::cache
