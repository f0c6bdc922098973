/* What crowded.upc and sleepers.c share: loops of fixed duration, since what one round takes is up
 * to the scheduler. All parties run the same number of rounds; party 0 looks at the clock and says
 * two rounds ahead which is the last. */
#ifndef CROWDED_H
#define CROWDED_H

#include "../bench.h"

static inline double crowded_limit_ns(void) {
    return getenv("BENCH_QUICK") ? 5e7 : 3e8;
}

/* Locks a look at the clock, so that it costs next to nothing; and what is done inside. */
enum { CROWDED_LOCKS_A_LOOK = 64, CROWDED_WORK = 20 };

static inline void crowded_work(volatile long *counter) {
    ++*counter;
    for (int k = 0; k < CROWDED_WORK; k++)
        BENCH_CLOBBER();
}

#endif
