/* Barriers, a lock that all threads want, and collective functions on 8 bytes, to be run beside
 * busy loops (beside.c). Prints "barrier", "lock", "reduce", "broadcast", "gather_all": the mean
 * over a fixed time. The reference is sleepers.c. */
#include <upc_collective.h>
#include <upc_relaxed.h>

#include "crowded.h"

enum { SYNC = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC };

strict shared long last; /* the round before which all stop; 0: not known yet */
shared long over;        /* the same for the lock: a strict read would cost as much as half a lock */
shared long counter;
shared long all[THREADS];
shared long one;
shared long copies[THREADS];
shared long *spread;

/* Whether round i is to be run, in a loop that began at `start`. */
static int goes_on(long i, double start) {
    if (MYTHREAD == 0 && !last && bench_now_ns() - start > crowded_limit_ns()) last = i + 2;
    return !last || i < last;
}

static double loop_begins(void) {
    upc_barrier;
    if (MYTHREAD == 0) last = 0;
    upc_barrier;
    return bench_now_ns();
}

static void loop_ends(const char *figure, double start, long rounds) {
    if (MYTHREAD == 0) bench_print(figure, (bench_now_ns() - start) / (double)rounds);
}

static void measure_lock(upc_lock_t *lock) {
    const double start = loop_begins();
    for (long i = 0; !over; i++) { /* the lock orders it */
        upc_lock(lock);
        counter++;
        for (int k = 0; k < CROWDED_WORK; k++) BENCH_CLOBBER();
        upc_unlock(lock);
        if (MYTHREAD == 0 && i % CROWDED_LOCKS_A_LOOK == 0 && bench_now_ns() - start > crowded_limit_ns()) over = 1;
    }
    upc_barrier;
    loop_ends("lock", start, counter);
}

int main(void) {
    upc_lock_t *lock = upc_all_lock_alloc();
    long i;
    double start;
    spread = upc_all_alloc(THREADS, THREADS * sizeof(long));
    start = loop_begins();
    for (i = 0; goes_on(i, start); i++) upc_barrier;
    loop_ends("barrier", start, i);
    start = loop_begins();
    for (i = 0; goes_on(i, start); i++) upc_all_reduceL(&one, all, UPC_ADD, THREADS, 1, 0, SYNC);
    loop_ends("reduce", start, i);
    start = loop_begins();
    for (i = 0; goes_on(i, start); i++) upc_all_broadcast(copies, &one, sizeof(long), SYNC);
    loop_ends("broadcast", start, i);
    start = loop_begins();
    for (i = 0; goes_on(i, start); i++) upc_all_gather_all(spread, all, sizeof(long), SYNC);
    loop_ends("gather_all", start, i);
    measure_lock(lock);
    return 0;
}
