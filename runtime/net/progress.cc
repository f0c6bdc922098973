#include "runtime/net/progress.h"

#include "base/config.h"
#include "base/log.h"

#include <csignal>
#include <cstring>
#include <pthread.h>

namespace polder {

namespace {

constexpr std::int64_t nap_ns = 1000000;     // a thousand looks a second beside those who poll: below half a percent of a core
constexpr std::int64_t sleep_ns = 100000000; // in the conduit, which wakes us when something comes

pthread_t thread;
std::atomic<bool> stopping;
FutexWord nap{0}; // 1: napping

// True if somebody ended it.
bool take_nap() {
    ++net.counts.naps;
    nap.store(1, std::memory_order_seq_cst);
    if (!stopping.load(std::memory_order_seq_cst)) futex_wait(&nap, 1, nap_ns);
    return nap.exchange(0, std::memory_order_relaxed) == 0;
}

void *progress(void *) {
    std::uint64_t seen = net.turns.load(std::memory_order_relaxed);
    while (!stopping.load(std::memory_order_acquire)) {
        const std::uint64_t turns = net.turns.load(std::memory_order_relaxed);
        if (turns != seen) {
            seen = turns;
            if (!take_nap()) continue;
            seen = net.turns.load(std::memory_order_relaxed);
        }
        ++net.counts.sleeps;
        net.table->wait(*net.conduit, sleep_ns);
        if (net.turns.load(std::memory_order_relaxed) != seen) continue; // somebody else is at it
        net.counts.progressed += net_poll_quietly();
    }
    return nullptr;
}

// Where the threads of the node may run, as far as it is known. spare: only where none of them does.
bool cores_of_node(bool spare, cpu_set_t *cores) {
    cpu_set_t used;
    CPU_ZERO(&used);
    bool some = false;
    for (unsigned t = 0; t < node_threads(); ++t) {
        const ThreadRecord &record = thread_record(control(), control().shape.first + t);
        if (!record.bound) continue;
        some = true;
        CPU_OR(&used, &used, &record.cpus);
    }
    if (!spare) {
        *cores = used;
        return some;
    }
    cpu_set_t all;
    std::memset(&all, 0xff, sizeof all);
    CPU_XOR(cores, &all, &used);
    return some;
}

void place(pthread_attr_t *attributes) {
    const bool core = std::strcmp(setting_text(Setting::progress), "core") == 0;
    cpu_set_t cores;
    if (cores_of_node(core, &cores)) pthread_attr_setaffinity_np(attributes, sizeof cores, &cores);
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
    sigset_t all, before;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) // its own mistakes are reported
        sigdelset(&all, fault);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    stopping.store(false);
    int error = create(true);
    if (error == EINVAL) error = create(false); // no core is left over for it
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error) job_fail(1, "cannot start the progress thread: %s; POLDER_PROGRESS=poll does without", std::strerror(error));
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
    if (!net.progress || !nap.load(std::memory_order_relaxed)) return;
    nap.store(0, std::memory_order_seq_cst);
    futex_wake_all(&nap);
}

} // namespace polder
