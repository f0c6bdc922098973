#include "runtime/net/progress.h"

#include "base/config.h"
#include "base/log.h"
#include "runtime/am/far.h"
#include "runtime/core/service_signals.h"

#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::int64_t nap_ns =
    1000000; // a thousand looks a second beside those who poll: below half a percent of a core
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

// Nobody who has left work is overlooked, in a nap or asleep: either the thread is seen there, and is woken, or it sees the work, as there
// is a fence on both sides between saying the one and looking for the other.
void take_nap() {
    ++net.counts.naps;
    nap.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!stopping.load(std::memory_order_relaxed) && !work_left.load(std::memory_order_relaxed))
        futex_wait(&nap, 1, nap_ns);
    nap.store(0, std::memory_order_relaxed);
}

void sleep_in_conduit() {
    ++net.counts.sleeps;
    asleep.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!work_left.load(std::memory_order_relaxed)) net.table->wait(*net.conduit, am_waiting() ? nap_ns : sleep_ns);
    asleep.store(0, std::memory_order_relaxed);
}

// Whoever leaves work and then waits for it takes it back with his first poll. Two threads at one transfer would only be in each other's
// way, the more so where this one has no core of its own.
bool work_is_ours() {
    return work_left.exchange(0, std::memory_order_acquire) && turns() == left_at.load(std::memory_order_relaxed);
}

// When something comes while a thread of the node computes on this core, the progress thread should run at once and briefly, not when that
// thread's turn is over, which is after the transfer. It asks for short turns (Linux 6.12, which lets those come in between); where
// the program runs with a priority of real time, for the next higher one. Refused: then it comes when its turn comes.
void come_in_between() {
    struct {
        std::uint32_t size, policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t runtime, deadline, period;
    } attributes = {};
    attributes.size = sizeof attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy == SCHED_OTHER)
        attributes.runtime = 100000; // nanoseconds, the shortest there is
    else if (attributes.policy == SCHED_FIFO || attributes.policy == SCHED_RR)
        ++attributes.priority;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void *progress(void *) {
    come_in_between();
    std::uint64_t seen = turns();
    bool polled = false; // since others did last: what they left is under way
    while (!stopping.load(std::memory_order_acquire)) {
        if (const std::uint64_t now = turns(); now != seen) {
            seen = now, polled = false;
            take_nap();
            if (!work_is_ours()) continue;
            seen = turns();
        } else if (polled) {
            sleep_in_conduit();
            if (!work_is_ours() && turns() != seen) continue;
        }
        unsigned found;
        if (am_waiting()) am_delivered();
        polled = net_poll_quietly(&found);
        if (!polled) take_nap(); // whoever polls may be on this core
        net.counts.progressed += found;
    }
    return nullptr;
}

// Where the job may run on this node: as its launcher, which binds threads but not itself. spare: only where no thread is bound.
bool cores_of_node(bool spare, cpu_set_t *cores) {
    if (!control().launched || sched_getaffinity(control().launcher, sizeof *cores, cores) != 0) return false;
    for (unsigned t = 0; spare && t < node_threads(); ++t) {
        const ThreadRecord &record = thread_record(control(), control().shape.first + t);
        for (int cpu = 0; record.bound && cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &record.cpus)) CPU_CLR(cpu, cores);
    }
    return CPU_COUNT(cores) != 0;
}

// Nothing said: where the thread runs that starts it.
void place(pthread_attr_t *attributes) {
    const bool core = std::strcmp(setting_text(Setting::progress), "core") == 0;
    cpu_set_t cores;
    if (cores_of_node(core, &cores) || cores_of_node(false, &cores))
        pthread_attr_setaffinity_np(attributes, sizeof cores, &cores);
}

int create(bool placed) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (placed) place(&attributes);
    const int error = pthread_create(&thread, &attributes, progress, nullptr);
    pthread_attr_destroy(&attributes);
    return error;
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
    const ServiceSignals signals;
    stopping.store(false);
    int error = create(true);
    if (error == EINVAL) error = create(false); // no core is left over for it
    if (error)
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

} // namespace polder
