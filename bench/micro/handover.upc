/* Contended hand-over of a lock: all threads lock and unlock it without pause; prints "handover", the time from one thread's
 * hold to another's.
 *
 * The time is taken with an empty critical section. Before that a counted series finds which share of the acquisitions came
 * after one of another thread (a lock that lets its holder take it again at once would look fast): the time of an acquisition
 * is divided by that share.
 */
#include <upc_relaxed.h>

#include "bench.h"

enum { ROUNDS = 5000 };

shared int last_holder;
shared long changes;

static double share_handed_over(upc_lock_t *lock) {
    upc_barrier;
    for (long i = 0; i < ROUNDS; i++) {
        upc_lock(lock);
        if (last_holder != MYTHREAD) {
            last_holder = MYTHREAD;
            changes++;
        }
        upc_unlock(lock);
    }
    upc_barrier;
    return (double)changes / ((double)ROUNDS * THREADS);
}

int main(void) {
    upc_lock_t *lock = upc_all_lock_alloc();
    struct bench_run run = {0};
    const double share = share_handed_over(lock);
    for (int chunk = 0; chunk < BENCH_CHUNKS; chunk++) {
        double start;
        upc_barrier;
        start = bench_now_ns();
        for (long i = 0; i < ROUNDS; i++) {
            upc_lock(lock);
            upc_unlock(lock);
        }
        upc_barrier;
        bench_add(&run, start, (long)((double)ROUNDS * THREADS * share));
    }
    if (MYTHREAD == 0) bench_print("handover", bench_median_ns(&run));
    upc_all_lock_free(lock);
    return 0;
}
