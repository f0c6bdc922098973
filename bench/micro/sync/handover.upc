/* Contended hand-over of a lock: all threads lock and unlock it without pause; prints "handover",
 * the time from one thread's hold to another's.
 *
 * The critical section only notes the moment, in memory of the thread's own. Afterwards thread 0
 * merges the notes and counts how often the holder changed. The time of a chunk is divided by these
 * changes. Divided by the acquisitions, a lock would look fast that lets its holder take it again
 * at once.
 */
#include <upc_relaxed.h>

#include "../bench.h"

enum { ROUNDS = 10000 };

shared [ROUNDS] unsigned long moments[THREADS][ROUNDS];

static void acquire_often(upc_lock_t *lock) {
    unsigned long *mine = (unsigned long *)&moments[MYTHREAD][0];
    for (long i = 0; i < ROUNDS; i++) {
        upc_lock(lock);
        mine[i] = bench_ticks();
        upc_unlock(lock);
    }
}

/* Of two threads. */
static long changes_count(void) {
    long changes = 0;
    long at[2] = {0, 0};
    int holder = -1;
    while (at[0] < ROUNDS || at[1] < ROUNDS) {
        const int next = at[1] == ROUNDS || (at[0] < ROUNDS && moments[0][at[0]] < moments[1][at[1]]) ? 0 : 1;
        changes += next != holder;
        holder = next;
        at[next]++;
    }
    return changes;
}

int main(void) {
    upc_lock_t *lock = upc_all_lock_alloc();
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (THREADS != 2) upc_global_exit(2);
    for (int chunk = 0; chunk < chunks; chunk++) {
        double start;
        double end;
        upc_barrier;
        start = bench_now_ns();
        upc_barrier;
        acquire_often(lock);
        upc_barrier;
        end = bench_now_ns();
        if (MYTHREAD == 0) bench_add_ns(&run, (end - start) / (double)changes_count());
        upc_barrier;
    }
    if (MYTHREAD == 0) bench_print("handover", bench_median_ns(&run));
    upc_all_lock_free(lock);
    return 0;
}
