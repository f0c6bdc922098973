// Thieves: what a worker does that has nothing to do itself, or waits for what another runs.
//
// Whom it asks. First the worker that it stole from last, then the others from a random one on.
//
// How all come to work (T1 to T4). Wakes cost system calls, so a spawn looks for sleepers only if
// somebody asked (D8).
//   T1 Whoever goes to sleep asks all workers first, behind its W1 of runtime/sync/wait.h.
//   T2 A worker that publishes wakes one sleeper if there are any. Then its next spawn publishes
//      again, as if it had been asked.
//   T3 A thief that has taken a task while others sleep does as in T2 at its own next spawn. So the
//      number of those who wake others doubles.
//   T4 Between a wake and the sleeper's first look nobody wakes another (`waking`).
//
// Proof that nobody sleeps beside tasks that a spawn could publish. Let a worker sleep.
//   1. By T1 each other worker was asked then: its `asked` was set, and its next spawn publishes.
//   2. That spawn clears `asked` before it publishes, and looks for sleepers behind (D8, T2). The
//      two sides are W1/W4 and S1/S3 of wait.h. So either the sleeper sees the clearing, and asks
//      again, or the spawn sees the sleeper.
//   3. In the latter case the worker stays asked (T2), until a spawn sees no sleeper.
#include "runtime/cache/cache.h"
#include "runtime/race/race.h"
#include "runtime/task/pool.h"
#include "runtime/task/state.h"

namespace polder::task {
namespace {

void count(std::atomic<std::uint64_t> &counter) { // one writer
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

bool some_sleep(const Pool &pool) {
    return pool.point.sleepers.load(std::memory_order_relaxed) != 0;
}

// The record is the victim's from here on.
void pass(Worker &me, Worker &victim, polder_task &task) {
    race::race_give(&task);
    if (finish(task)) sync::wait_signal_after_rmw(me.pool->point, group_of(victim));
}

void run_stolen(Worker &me, Worker &victim, polder_task &task) {
    set_thief(task, me);
    count(me.stolen);
    if (some_sleep(*me.pool)) set_limit(me.own, nullptr); // T3
    const polder_task *top = me.own.top;
    cache::far_cache_acquire(); // A1 of runtime/cache/cache.h
    ++me.depth;
    task.run(task.argument);
    --me.depth;
    if (me.own.top != top) polder_task_unbalanced(top);
    cache::far_cache_release(); // R2
    delay_point();
    pass(me, victim, task);
}

std::uint32_t next_random(Worker &me) { // xorshift
    std::uint32_t x = me.random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return me.random = x;
}

} // namespace

bool steal_from(Worker &me, Worker &victim) {
    while (polder_task *task = take(victim.deque)) {
        delay_point();
        race::race_take(&victim.deque);
        if (task->run) {
            run_stolen(me, victim, *task);
            return true;
        }
        delay_point();
        pass(me, victim, *task); // D6
    }
    return false;
}

bool steal_any(Worker &me) {
    Pool &pool = *me.pool;
    const unsigned workers = pool.count.load(std::memory_order_acquire);
    if (workers < 2) return false;
    unsigned at = me.last < workers ? me.last : 0;
    for (unsigned i = 0; i <= workers; ++i) {
        Worker &victim = *pool.workers[at].load(std::memory_order_relaxed);
        if (&victim != &me && steal_from(me, victim)) {
            me.last = at;
            return true;
        }
        at = i ? (at + 1) % workers : next_random(me) % workers;
    }
    return false;
}

bool ask_all(Worker &me) {
    Pool &pool = *me.pool;
    const unsigned workers = pool.count.load(std::memory_order_acquire);
    for (unsigned i = 0; i < workers; ++i) {
        Worker &other = *pool.workers[i].load(std::memory_order_relaxed);
        if (&other == &me) continue;
        if (has_public(other.deque)) return true;
        ask(other.deque, other.own);
    }
    return false;
}

void wake_one(Pool &pool) {
    if (pool.waking.load(std::memory_order_relaxed) || pool.waking.exchange(1, std::memory_order_relaxed)) return; // T4
    sync::wait_wake_one(pool.point);
}

void help_until(Worker &me, const sync::WaitReason &why, bool (*over)(void *), void *context) {
    Pool &pool = *me.pool;
    const bool helps = me.depth < deepest_help;
    const auto ready = [&] {
        if (pool.waking.load(std::memory_order_relaxed)) pool.waking.store(0, std::memory_order_relaxed);
        return over(context) || (helps && ask_all(me));
    };
    while (!over(context)) {
        if (helps && steal_any(me)) continue;
        count(me.sleeps);
        sync::wait_until(pool.point, why, ready, group_of(me));
    }
}

} // namespace polder::task
