/* upc_forall over all elements of an array by affinity: each thread does its own. Prints the time
 * of an own element in cache. One array is cyclic, one has a block for each thread, one has blocks
 * of 256 elements. */
#include <upc_relaxed.h>

#include "bench.h"

enum { WORDS = 1024, ROUNDS = 400 };

shared long cyclic[WORDS * THREADS];
shared [WORDS] long blocked[WORDS * THREADS];
shared [WORDS / 4] long spans[WORDS * THREADS];

#define MEASURE(name, array)                                                                       \
    do {                                                                                           \
        struct bench_run run = {0};                                                                \
        const int chunks = bench_chunks();                                                         \
        long n = (long)WORDS * THREADS;                                                            \
        for (int chunk = 0; chunk < chunks; chunk++) {                                             \
            const double start = bench_now_ns();                                                   \
            for (int round = 0; round < ROUNDS; round++) {                                         \
                BENCH_OPAQUE(n);                                                                   \
                upc_forall (long i = 0; i < n; i++; &array[i]) array[i] += round;                  \
                BENCH_CLOBBER();                                                                   \
            }                                                                                      \
            bench_add(&run, start, (long)ROUNDS * WORDS);                                          \
        }                                                                                          \
        if (MYTHREAD == 0) bench_print(name, bench_best_ns(&run));                                 \
    } while (0)

int main(void) {
    upc_barrier;
    MEASURE("cyclic", cyclic);
    upc_barrier;
    MEASURE("blocked", blocked);
    upc_barrier;
    MEASURE("spans", spans);
    upc_barrier;
    return 0;
}
