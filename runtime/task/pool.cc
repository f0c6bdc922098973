// Start and end of a pool, its system threads, and guests.
#include "runtime/task/pool.h"

#include "base/config.h"
#include "runtime/cache/cache.h"
#include "runtime/core/job.h"
#include "runtime/core/system_thread.h"
#include "runtime/net/level.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <sched.h>
#include <sys/mman.h>

extern "C" int polder_atexit(void (*handler)(void)) noexcept;

extern "C" {
#pragma GCC visibility push(default)
__thread polder_worker *polder_task_worker __attribute__((tls_model("initial-exec"))) = nullptr;
#pragma GCC visibility pop
}

namespace polder::task {
namespace {

POLDER_PRIVATE std::atomic<Pool *> pool{nullptr};
POLDER_PRIVATE bool ends_with_thread = false;

constexpr std::size_t most_tasks = std::size_t{1} << 31; // indices are 32 bits
constexpr int no_file = -1;

void *memory_of(std::size_t bytes, const char *what) {
    void *memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, no_file, 0);
    if (memory == MAP_FAILED)
        job_fail(1, "no memory for %s: %s\nhint: POLDER_TASKS is the room of each worker, in tasks of 64 bytes", what,
                 std::strerror(errno));
    return memory;
}

// Threads of the node that may run on the same processors as this one.
unsigned sharers() {
    unsigned count = 0;
    for (unsigned t = control().shape.first; t < control().shape.first + node_threads(); ++t) {
        const ThreadRecord &other = thread_record(control(), t);
        count += !self().bound || (other.bound && CPU_EQUAL(&other.cpus, &self().cpus));
    }
    return count ? count : 1;
}

unsigned wanted_workers(unsigned asked) {
    const auto by_setting = static_cast<unsigned>(setting_number(Setting::workers));
    if (asked || by_setting) return std::min(asked ? asked : by_setting, most_workers / 2);
    cpu_set_t cpus;
    if (sched_getaffinity(0, sizeof cpus, &cpus) != 0) return 1;
    const unsigned each = static_cast<unsigned>(CPU_COUNT(&cpus)) / sharers();
    return each ? std::min(each, most_workers / 2) : 1;
}

Worker &worker_make(Pool &in, unsigned number) {
    Worker &worker = *new (memory_of(sizeof(Worker), "a worker")) Worker;
    worker.pool = &in;
    worker.number = number;
    worker.random = number * 2654435761u + 1;
    Deque &deque = worker.deque;
    deque.base = static_cast<polder_task *>(memory_of(in.capacity * sizeof(polder_task), "the tasks of a worker"));
    deque.end = deque.base + in.capacity;
    worker.own.top = worker.own.split = deque.base;
    set_limit(worker.own, deque.end);
    return worker;
}

void worker_free(Worker &worker) {
    munmap(worker.deque.base, worker.pool->capacity * sizeof(polder_task));
    munmap(&worker, sizeof(Worker));
}

void *worker_run(void *argument) {
    Worker &me = *static_cast<Worker *>(argument);
    Pool &in = *me.pool;
    polder_delta = in.delta;
    polder_task_worker = &me.own;
    if (in.caches) cache::far_cache_worker_begin();
    struct News {
        Pool &pool;
        Worker &me;
        static bool arrived(void *context) {
            const News &news = *static_cast<News *>(context);
            return news.pool.ending.load(std::memory_order_acquire) ||
                   news.pool.each.generation.load(std::memory_order_acquire) != news.me.each_done;
        }
    } news{in, me};
    sync::WaitReason why;
    why.sub_thread = true;
    while (!in.ending.load(std::memory_order_acquire)) {
        if (in.each.generation.load(std::memory_order_acquire) != me.each_done) each_take_part(me);
        help_until(me, why, News::arrived, &news);
    }
    cache::far_cache_worker_end();
    return nullptr;
}

// Signals of the program are for its own threads, but for those that say what the worker did.
void block_signals(sigset_t *before) {
    sigset_t others;
    sigfillset(&others);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
        sigdelset(&others, own);
    pthread_sigmask(SIG_SETMASK, &others, before);
}

void start_workers(Pool &in, unsigned wanted) {
    if (wanted > 1) net::thread_level_workers();
    sigset_t before;
    block_signals(&before);
    for (unsigned number = 1; number < wanted; ++number) {
        Worker &worker = worker_make(in, number);
        worker.is_sub_thread = true;
        worker.each_done = in.each.generation.load(std::memory_order_relaxed);
        in.workers[number].store(&worker, std::memory_order_relaxed);
        in.count.store(number + 1, std::memory_order_release); // P2; the thread itself looks at it at once
        if (pthread_create(&worker.handle, nullptr, worker_run, &worker) != 0) {
            in.count.store(number, std::memory_order_release);
            worker_free(worker);
            break;
        }
        in.own = number + 1;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Tasks that nobody has joined, of all workers.
std::size_t tasks_left(const Pool &in) {
    std::size_t left = 0;
    for (unsigned i = 0; i < in.count.load(std::memory_order_acquire); ++i) {
        const Worker &worker = *in.workers[i].load(std::memory_order_relaxed);
        left += static_cast<std::size_t>(worker.own.top - worker.deque.base);
    }
    return left;
}

void stop_workers(Pool &in) {
    in.ending.store(true, std::memory_order_seq_cst);
    sync::wait_signal(in.point);
    for (unsigned i = 1; i < in.own; ++i)
        pthread_join(in.workers[i].load(std::memory_order_relaxed)->handle, nullptr);
}

// Guests that still run keep their places, and the pool with them: they go on alone.
void free_workers(Pool &in) {
    const unsigned count = in.count.exchange(0, std::memory_order_acq_rel);
    bool guests = false;
    for (unsigned i = in.own; i < count; ++i)
        guests |= in.workers[i].load(std::memory_order_relaxed)->taken.load(std::memory_order_acquire);
    if (guests) return;
    for (unsigned i = 0; i < count; ++i)
        worker_free(*in.workers[i].load(std::memory_order_relaxed));
    munmap(&in, sizeof(Pool));
}

void end_with_thread() {
    Pool *in = local(pool).load(std::memory_order_acquire);
    if (!in) return;
    if (const std::size_t left = tasks_left(*in))
        job_fail(1, "the thread ends, and %zu task%s spawned and not joined (polder_task_join, upc_join)", left,
                 left == 1 ? " is" : "s are");
    pool_end();
}

// ---- guests ----

pthread_key_t guest_key;

void guest_leaves(void *place) {
    Worker &worker = *static_cast<Worker *>(place);
    if (worker.own.top != worker.deque.base) job_fail(1, "a system thread ends with tasks that are not joined");
    worker.taken.store(false, std::memory_order_release);
}

void watch_guest(Worker &worker) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, [] { pthread_key_create(&guest_key, guest_leaves); });
    pthread_setspecific(guest_key, &worker);
}

Worker *free_place(Pool &in) {
    for (unsigned i = in.own; i < in.count.load(std::memory_order_acquire); ++i) {
        Worker *worker = in.workers[i].load(std::memory_order_acquire);
        bool taken = false;
        if (worker->taken.compare_exchange_strong(taken, true, std::memory_order_acquire)) return worker;
    }
    return nullptr;
}

// Guests may come at once. Each fills the first empty place, and whoever has filled it counts it.
Worker &new_place(Pool &in) {
    Worker &worker = worker_make(in, 0);
    worker.is_sub_thread = true;
    for (unsigned i = in.count.load(std::memory_order_acquire); i < most_workers; ++i) {
        Worker *empty = nullptr;
        worker.number = i;
        if (!in.workers[i].compare_exchange_strong(empty, &worker, std::memory_order_acq_rel)) continue;
        unsigned before = i; // the places in front are filled; their guests count them first
        for (unsigned turn = 0; !in.count.compare_exchange_weak(before, i + 1, std::memory_order_acq_rel); before = i)
            sync::wait_turn(turn++);
        return worker;
    }
    job_fail(1, "more than %u system threads of one thread have spawned tasks at the same time", most_workers);
}

} // namespace

Pool *pool_of_thread() {
    return local(pool).load(std::memory_order_acquire);
}

Pool &pool_start(unsigned workers) {
    if (Pool *there = pool_of_thread()) return *there;
    Pool &made = *new (memory_of(sizeof(Pool), "a pool of workers")) Pool;
    made.delta = polder_delta;
    made.capacity = std::min(std::max(setting_number(Setting::tasks), std::uint64_t{64}), std::uint64_t{most_tasks});
    made.own = 1;
    Worker &first = worker_make(made, 0);
    first.is_sub_thread = self().tid.load(std::memory_order_relaxed) != gettid();
    made.workers[0].store(&first, std::memory_order_relaxed);
    made.count.store(1, std::memory_order_release);
    Pool *nobody = nullptr;
    if (!local(pool).compare_exchange_strong(nobody, &made, std::memory_order_acq_rel)) { // P3
        worker_free(first);
        munmap(&made, sizeof(Pool));
        return *nobody;
    }
    polder_task_worker = &first.own;
    made.caches = cache::far_cache_pool_begin();
    start_workers(made, wanted_workers(workers));
    if (!local(ends_with_thread)) polder_atexit(end_with_thread);
    local(ends_with_thread) = true;
    return made;
}

Worker &worker_begin() {
    if (!polder_task_worker) {
        Pool &in = pool_start(0);
        if (!polder_task_worker) {
            Worker *place = free_place(in);
            if (!place) place = &new_place(in);
            watch_guest(*place);
            polder_task_worker = &place->own;
        }
    }
    return worker_of(polder_task_worker);
}

void pool_end() {
    Pool *in = local(pool).exchange(nullptr, std::memory_order_acq_rel);
    if (!in) return;
    stop_workers(*in);
    free_workers(*in);
    polder_task_worker = nullptr;
}

} // namespace polder::task
