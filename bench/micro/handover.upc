/* Contended hand-over of a lock: all threads lock and unlock it without pause; prints "handover", the time from one thread's
 * hold to another's.
 *
 * The critical section asks who held the lock before and counts the changes; the time of a chunk is divided by the changes, not
 * by the acquisitions (a lock that lets its holder take it again at once would look fast). The line with that data moves
 * along with the lock, and its transfer is part of the figure, as it is of every real critical section.
 */
#include <upc_relaxed.h>

#include "bench.h"

enum { ROUNDS = 20000 };

struct held {
    int last_holder;
    long changes;
};
shared [] struct held held;

static void acquire_often(upc_lock_t *lock) {
    for (long i = 0; i < ROUNDS; i++) {
        upc_lock(lock);
        if (held.last_holder != MYTHREAD) {
            held.last_holder = MYTHREAD;
            held.changes++;
        }
        upc_unlock(lock);
    }
}

int main(void) {
    upc_lock_t *lock = upc_all_lock_alloc();
    struct bench_run run = {0};
    for (int chunk = 0; chunk < BENCH_CHUNKS; chunk++) {
        double start;
        long changes;
        upc_barrier;
        changes = held.changes;
        start = bench_now_ns();
        upc_barrier;
        acquire_often(lock);
        upc_barrier;
        bench_add(&run, start, held.changes - changes);
    }
    if (MYTHREAD == 0) bench_print("handover", bench_median_ns(&run));
    upc_all_lock_free(lock);
    return 0;
}
