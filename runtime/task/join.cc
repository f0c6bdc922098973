// Joining a task that another worker runs.
//
// The joiner may not simply sleep: its processor would idle. It *leapfrogs*: it takes tasks of the
// thief. These are most often parts of the very task it waits for. If the thief has none, it takes
// anybody's, up to a depth.
//
// Proof that no circle of waits arises. Each worker has a stack of tasks, one begun while the one
// below waits.
//   1. A task that waits at the top of a stack waits for a task that it spawned, and that began
//      later than itself.
//   2. A task that is not at the top waits for the one above it, which began later than itself.
//   3. So along every chain of waits the begin becomes later, and a chain has no circle. Its last
//      task runs. A task that is public or private, and begun by nobody, is run by its joiner.
//
// Depth. A leapfrogged task is as a rule part of the awaited one. So the stack is hardly deeper
// than without thieves. Tasks of anybody add their own depth each time. So at most deepest_help of
// them are on a stack.
#include "runtime/cache/cache.h"
#include "runtime/race/race.h"
#include "runtime/task/pool.h"
#include "runtime/task/state.h"

namespace polder::task {

void wait_for_stolen(Worker &me, polder_task &task) {
    sync::WaitReason why;
    why.kind = WaitKind::task;
    why.sub_thread = me.is_sub_thread;
    Pool &pool = *me.pool;
    while (!is_finished(task)) {
        Worker *thief = thief_of(task);
        if (thief && steal_from(me, *thief)) continue;
        if (me.depth < deepest_help && steal_any(me)) continue;
        if (sleep_announced(task)) break;
        const auto ready = [&] {
            if (pool.waking.load(std::memory_order_relaxed)) pool.waking.store(0, std::memory_order_relaxed);
            if (is_finished(task)) return true;
            if (me.depth < deepest_help) return ask_all(me);
            thief = thief_of(task);
            return thief && has_public(thief->deque);
        };
        me.sleeps.store(me.sleeps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        sync::wait_until(pool.point, why, ready, group_of(me));
    }
    race::race_take(&task);
    cache::far_cache_acquire(); // A2 of runtime/cache/cache.h
}

} // namespace polder::task
