// A function that every worker of the pool calls once, and the barrier of the workers inside.
//
// Rules.
//   E1 Worker 0 writes what is to be done, then raises the generation. A worker that sees a
//      generation it has not done takes part. Worker 0 waits until `left` is 0, so a worker misses
//      none.
//   E2 In the barrier the last one to arrive resets `arrived`, then raises the phase. The others
//      wait for the phase. Nobody arrives again before it has seen the new phase.
#include "runtime/cache/cache.h"
#include "runtime/race/race.h"
#include "runtime/task/pool.h"

namespace polder::task {
namespace {

struct NewPhase {
    const std::atomic<std::uint64_t> &phase;
    std::uint64_t seen;
    static bool arrived(void *context) {
        const NewPhase &wait = *static_cast<NewPhase *>(context);
        return wait.phase.load(std::memory_order_acquire) != wait.seen;
    }
};

bool all_done(void *each) {
    return static_cast<Each *>(each)->left.load(std::memory_order_acquire) == 0;
}

sync::WaitReason reason(const Worker &me) {
    sync::WaitReason why;
    why.kind = WaitKind::task;
    why.sub_thread = me.is_sub_thread;
    return why;
}

void run_each(Worker &me) {
    Each &each = me.pool->each;
    const polder_task *top = me.own.top;
    each.run(each.argument);
    if (me.own.top != top) polder_task_unbalanced(top);
    race::race_give(&each.left);
    cache::far_cache_release(); // R3, and below, of runtime/cache/cache.h
    if (each.left.fetch_sub(1, std::memory_order_seq_cst) == 1) sync::wait_signal_after_rmw(me.pool->point);
}

} // namespace

void each_take_part(Worker &me) {
    me.each_done = me.pool->each.generation.load(std::memory_order_acquire);
    race::race_take(&me.pool->each.generation);
    cache::far_cache_acquire();
    run_each(me);
}

void each_start(Pool &pool, Worker &me, void (*run)(void *), void *argument) {
    Each &each = pool.each;
    each.run = run;
    each.argument = argument;
    each.left.store(pool.own, std::memory_order_relaxed);
    race::race_give(&each.generation);
    cache::far_cache_release();
    each.generation.fetch_add(1, std::memory_order_seq_cst); // E1
    sync::wait_signal_after_rmw(pool.point);
    run_each(me);
    help_until(me, reason(me), all_done, &each);
    race::race_take(&each.left);
    cache::far_cache_acquire();
}

void each_barrier(Worker &me) {
    Pool &pool = *me.pool;
    Each &each = pool.each;
    const std::uint64_t seen = each.phase.load(std::memory_order_relaxed);
    race::race_give(race::race_round(&each.phase, seen));
    cache::far_cache_release();
    if (each.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == pool.own) {
        each.arrived.store(0, std::memory_order_relaxed);
        each.phase.fetch_add(1, std::memory_order_seq_cst); // E2
        sync::wait_signal_after_rmw(pool.point);
    } else {
        NewPhase wait{each.phase, seen};
        help_until(me, reason(me), NewPhase::arrived, &wait);
    }
    race::race_take(race::race_round(&each.phase, seen));
    cache::far_cache_acquire();
}

} // namespace polder::task
