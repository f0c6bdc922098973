// The pool of a UPC thread: its workers, where they sleep, and what all of them are to do. Worker 0
// is the system thread that started the pool, in most programs the UPC thread's own. Behind the
// pool's own workers come *guests*: other system threads of the UPC thread that have spawned. They
// join their tasks and help while they wait, and go when their system thread ends.
//
// Invariants. Held by tests/unit/runtime/task/task_delays.cc.
//   P1 A worker's place in `workers` is filled once and stays until the pool ends. So thieves walk
//      over it without a lock. A guest's place is used again by the next guest.
//   P2 A place is visible before `count` covers it (release, acquire).
//   P3 The pool of a UPC thread is a private variable, set by one compare-and-swap.
#pragma once

#include "runtime/sync/wait.h"
#include "runtime/task/deque.h"

#include <pthread.h>

namespace polder::task {

struct Pool;

inline constexpr unsigned most_workers = 256; // with guests
inline constexpr unsigned deepest_help = 64;  // stolen tasks that a wait in a wait ... may run, of anybody

// polder_worker is the first member: the program's pointer is the worker's.
struct alignas(cache_line) Worker {
    polder_worker own{nullptr, nullptr, nullptr};
    Pool *pool = nullptr;
    unsigned number = 0;
    unsigned depth = 0; // stolen tasks that it runs, one in the wait of another
    unsigned last = 0;  // whom it stole from last
    std::uint32_t random = 0;
    bool is_sub_thread = false;  // not the UPC thread's own system thread
    std::uint64_t each_done = 0; // generation of Each
    std::atomic<std::uint64_t> stolen{0};
    std::atomic<std::uint64_t> published{0};
    std::atomic<std::uint64_t> retracted{0};
    std::atomic<std::uint64_t> sleeps{0};
    Deque deque;
    std::atomic<bool> taken{true}; // guests: a system thread has this place
    pthread_t handle{};
};

// What polder_workers_each has all workers do, and where they meet.
struct Each {
    void (*run)(void *) = nullptr;
    void *argument = nullptr;
    std::atomic<std::uint64_t> generation{0};
    std::atomic<unsigned> left{0};
    std::atomic<unsigned> arrived{0};
    std::atomic<std::uint64_t> phase{0};
};

struct Pool {
    std::atomic<Worker *> workers[most_workers];
    std::atomic<unsigned> count{0}; // places in use
    unsigned own = 0;               // workers without guests
    long delta = 0;
    bool caches = false;      // workers may have caches of far accesses
    std::size_t capacity = 0; // tasks of a worker
    std::atomic<bool> ending{false};
    alignas(cache_line) sync::WaitPoint point{}; // where all of them sleep
    std::atomic<std::uint32_t> waking{0};        // somebody is being woken
    alignas(cache_line) Each each;
};

inline Worker &worker_of(polder_worker *worker) {
    return *reinterpret_cast<Worker *>(worker);
}

// Sleepers that a task's end concerns (WaitPoint's groups).
inline std::uint32_t group_of(const Worker &worker) {
    return 1u << worker.number % 32;
}

// The pool of the calling UPC thread, or null.
Pool *pool_of_thread();
// Starts it, with the caller as worker 0, unless it is there. 0 workers: as the settings say.
Pool &pool_start(unsigned workers);
// The caller's worker; it becomes a guest if it is none.
Worker &worker_begin();
// The caller is worker 0, or there is no pool.
void pool_end();

// steal.cc
bool steal_from(Worker &me, Worker &victim);
bool steal_any(Worker &me);
bool ask_all(Worker &me); // true: there is a public task
void wake_one(Pool &pool);
// Until `over`: runs tasks of others and sleeps.
void help_until(Worker &me, const sync::WaitReason &why, bool (*over)(void *), void *context);

// join.cc
void wait_for_stolen(Worker &me, polder_task &task);

// each.cc
void each_start(Pool &pool, Worker &me, void (*run)(void *), void *argument);
void each_take_part(Worker &me);
void each_barrier(Worker &me);

} // namespace polder::task
