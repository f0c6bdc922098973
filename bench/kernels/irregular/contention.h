/* One lock that all threads want: each takes it many times, changes a few words that it protects,
 * and works on its own in between. The words say in the end whether anybody was in there at the
 * same time.
 *
 *     S 2000 rounds a thread, A 200000 */
#ifndef BENCH_CONTENTION_H
#define BENCH_CONTENTION_H

#include "../../apps/program.h"

enum { CONTENTION_WORDS = 8, CONTENTION_WORK = 32 };

/* 0: no such class. */
static inline long contention_rounds(char class) {
    return class == 'S' ? 2000 : class == 'A' ? 200000 : 0;
}

/* Work of a thread's own between two rounds. */
static inline void contention_work(uint64_t *state) {
    for (int w = 0; w < CONTENTION_WORK; w++) {
        *state = *state * 6364136223846793005U + 1442695040888963407U;
        BENCH_OPAQUE(*state);
    }
}

#endif
