// <polder/task.h> on the pools of runtime/task: what its inline spawn and join leave to the
// library, and the pool.
#include "runtime/cache/cache.h"
#include "runtime/core/job.h"
#include "runtime/race/race.h"
#include "runtime/task/pool.h"

#include <polder/task.h>

using namespace polder;
using task::Pool;
using task::Worker;

namespace polder::api {
namespace {

void count(std::atomic<std::uint64_t> &counter) { // one writer
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void need_job(const char *function) {
    if (!started()) job_fail(1, "%s: the job has not started (polder_init, polder_run)", function);
}

// Worker 0 of the pool, outside of tasks.
Worker &first_worker(const char *function) {
    Worker &me = task::worker_begin();
    if (me.number) job_fail(1, "%s: the caller has not started the pool", function);
    if (me.own.top != me.deque.base || me.depth)
        job_fail(1, "%s: called in a task, or with tasks that are not joined", function);
    return me;
}

} // namespace
} // namespace polder::api

extern "C" {
#pragma GCC visibility push(default)

polder_worker *polder_task_begin(void) {
    api::need_job("polder_task_spawn");
    return &task::worker_begin().own;
}

void polder_task_publish(polder_worker *worker) {
    Worker &me = task::worker_of(worker);
    if (worker->top >= me.deque.end)
        job_fail(1, "a worker has %zu tasks that are not joined, and no room for more\nhint: POLDER_TASKS is the room",
                 me.pool->capacity);
    task::answer(me.deque, *worker);
    race::race_give(&me.deque);
    cache::far_cache_release(); // R1 of runtime/cache/cache.h
    task::publish(me.deque, *worker);
    api::count(me.published);
    if (!me.pool->point.sleepers.load(std::memory_order_seq_cst)) return;
    task::set_limit(*worker, nullptr);
    task::wake_one(*me.pool);
}

void *polder_task_join_shared(polder_worker *worker) {
    Worker &me = task::worker_of(worker);
    polder_task *one = worker->top - 1;
    if (one < me.deque.base) job_fail(1, "polder_task_join: all tasks of the caller are joined");
    if (task::retract(me.deque, *worker)) {
        api::count(me.retracted);
        return polder_task_run(worker, one);
    }
    task::wait_for_stolen(me, *one);
    task::forget_stolen(me.deque, *worker, one);
    return one->argument;
}

// The records of public and stolen tasks keep their function until the worker runs them itself.
void *polder_task_join_shared_of(polder_worker *worker, void (*run)(void *), const char *name) {
    const bool has_task = worker->top > task::worker_of(worker).deque.base;
    const auto there = has_task ? worker->top[-1].run : nullptr;
    if (there && there != run) polder_task_other(name);
    return polder_task_join_shared(worker);
}

void polder_task_end_shared(polder_worker *worker) {
    Worker &me = task::worker_of(worker);
    if (task::retract(me.deque, *worker)) return;
    task::wait_for_stolen(me, worker->top[-1]);
    task::forget_stolen(me.deque, *worker, worker->top - 1);
}

void polder_task_unbalanced(const polder_task *top) {
    if (polder_task_worker->top < top) job_fail(1, "a task has joined more tasks than it spawned");
    job_fail(1, "a task has returned and has not joined all tasks that it spawned (polder_task_join, upc_join)");
}

void polder_task_other(const char *name) {
    job_fail(1,
             "upc_join(%s): the latest spawned call that is not waited for is of another function\n"
             "hint: calls are waited for in the reverse order of their spawns",
             name);
}

void polder_task_too_large(size_t bytes) {
    job_fail(1, "polder_task_spawn: an argument of %zu bytes; a task has room for %d", bytes, POLDER_TASK_BYTES);
}

void polder_task_thrown(void) {
    job_fail(1, "an exception has left a task");
}

int polder_workers_start(int workers) {
    api::need_job("polder_workers_start");
    if (workers < 0) job_fail(1, "polder_workers_start: %d workers", workers);
    return static_cast<int>(task::pool_start(static_cast<unsigned>(workers)).own);
}

void polder_workers_end(void) {
    if (!started() || !task::pool_of_thread()) return;
    api::first_worker("polder_workers_end");
    task::pool_end();
}

int polder_workers(void) {
    const Pool *pool = started() ? task::pool_of_thread() : nullptr;
    return pool ? static_cast<int>(pool->own) : 1;
}

int polder_worker_number(void) {
    if (!polder_task_worker) return started() && !task::pool_of_thread() ? 0 : -1;
    const Worker &me = task::worker_of(polder_task_worker);
    return me.number < me.pool->own ? static_cast<int>(me.number) : -1;
}

void polder_workers_each(void (*run)(void *), void *argument) {
    api::need_job("polder_workers_each");
    Worker &me = api::first_worker("polder_workers_each");
    task::each_start(*me.pool, me, run, argument);
}

void polder_workers_barrier(void) {
    if (!polder_task_worker || !task::worker_of(polder_task_worker).pool->each.left.load(std::memory_order_relaxed) ||
        task::worker_of(polder_task_worker).depth)
        job_fail(1, "polder_workers_barrier: the caller is not in a function that polder_workers_each calls");
    task::each_barrier(task::worker_of(polder_task_worker));
}

void polder_task_count(polder_task_counts *counts) {
    *counts = {};
    const Pool *pool = started() ? task::pool_of_thread() : nullptr;
    if (!pool) return;
    for (unsigned i = 0; i < pool->count.load(std::memory_order_acquire); ++i) {
        const Worker &worker = *pool->workers[i].load(std::memory_order_relaxed);
        counts->stolen += worker.stolen.load(std::memory_order_relaxed);
        counts->published += worker.published.load(std::memory_order_relaxed);
        counts->retracted += worker.retracted.load(std::memory_order_relaxed);
        counts->sleeps += worker.sleeps.load(std::memory_order_relaxed);
    }
}
#pragma GCC visibility pop
} // extern "C"
