/* Element after element of arrays spread over the threads, by one thread, in cache; against access.c, which reads one plain array.
 *
 *   cyclic_step, blocked_step    the pointer is incremented
 *   cyclic_end                   the same, the end of the loop found by comparing pointers with <
 *   cyclic_index, blocked_index  the array is indexed
 */
#include <upc_relaxed.h>

#include "bench.h"

enum { WORDS = 1024, ROUNDS = 400 };

shared long cyclic[WORDS * THREADS];
shared [16] long blocked[WORDS * THREADS];

#define MEASURE(name, loop)                                                                                                \
    do {                                                                                                                   \
        struct bench_run run = {0};                                                                                        \
        const int chunks = bench_chunks();                                                                                 \
        for (int chunk = 0; chunk < chunks; chunk++) {                                                                     \
            const double start = bench_now_ns();                                                                           \
            for (int round = 0; round < ROUNDS; round++) loop                                                              \
            bench_add(&run, start, (long)ROUNDS * WORDS);                                                                  \
        }                                                                                                                  \
        bench_print(name, bench_best_ns(&run));                                                                            \
    } while (0)

static void use(long value) { BENCH_USE(value); }

static void measure(void)
{
    MEASURE("cyclic_step", {
        shared long *p = cyclic;
        for (int i = 0; i < WORDS; i++) use(*p++);
    });
    MEASURE("cyclic_end", {
        for (shared long *p = cyclic, *end = cyclic + WORDS; p < end; p++) use(*p);
    });
    MEASURE("cyclic_index", {
        for (int i = 0; i < WORDS; i++) use(cyclic[i]);
    });
    MEASURE("blocked_step", {
        shared [16] long *p = blocked;
        for (int i = 0; i < WORDS; i++) use(*p++);
    });
    MEASURE("blocked_index", {
        for (int i = 0; i < WORDS; i++) use(blocked[i]);
    });
}

int main(void)
{
    for (int i = MYTHREAD; i < WORDS * THREADS; i += THREADS) cyclic[i] = blocked[i] = i;
    upc_barrier;
    if (MYTHREAD == 0) measure();
    upc_barrier;
    return 0;
}
