/* Single accesses of OpenSHMEM to another PE's memory. Each stands beside what the processor does
 * for it on the same memory, reached through shmem_ptr. PE 0 accesses, PE 1 waits in a barrier.
 * Figures of an object of the heap; those of a variable begin with static_.
 *
 *    p, g             shmem_long_p and _g, along an array of 8 KB; beside `store`, `load`
 *    put_8, get_8     shmem_long_put and _get of one element; beside the same
 *    fetch_add, swap  beside `raw_fetch_add`, `raw_swap`
 *    put_quiet        shmem_long_p and shmem_quiet; beside `store_fence`
 *
 * An implementation without shmem_ptr prints only its own figures. */
#include <shmem.h>
#include <unistd.h>

#include "../micro/bench.h"

enum { WORDS = 1024, ROUNDS = 400, ORDERED = 20 };

static long variables[WORDS];

static long *heap;

/* One loop, timed: the best chunk. STEP is done for each i below WORDS. */
#define MEASURE(figure, rounds, STEP)                                                                                  \
    do {                                                                                                               \
        struct bench_run run = {0};                                                                                    \
        const int chunks = bench_chunks();                                                                             \
        for (int chunk = 0; chunk < chunks; chunk++) {                                                                 \
            const double start = bench_now_ns();                                                                       \
            for (int round = 0; round < (rounds); round++)                                                             \
                for (int i = 0; i < WORDS; i++)                                                                        \
                    STEP;                                                                                              \
            bench_add(&run, start, (long)(rounds)*WORDS);                                                              \
        }                                                                                                              \
        print_figure(prefix, figure, bench_best_ns(&run));                                                             \
    } while (0)

static void print_figure(const char *prefix, const char *figure, double ns) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", prefix, figure);
    bench_print(name, ns);
}

/* Of the heap, and of a variable by its name. there: the same memory of the other PE, or null. */
#define MEASURE_ALL(NAME, PREFIX, OBJECT)                                                                              \
    static void measure_##NAME(int pe) {                                                                               \
        const char *const prefix = PREFIX;                                                                             \
        long *const words = OBJECT;                                                                                    \
        volatile long *const there = shmem_ptr(words, pe);                                                             \
        MEASURE("p", ROUNDS, shmem_long_p(words + i, round, pe));                                                      \
        MEASURE("g", ROUNDS, BENCH_USE(shmem_long_g(words + i, pe)));                                                  \
        MEASURE("put_8", ROUNDS, {                                                                                     \
            const long value = round;                                                                                  \
            shmem_long_put(words + i, &value, 1, pe);                                                                  \
            BENCH_CLOBBER();                                                                                           \
        });                                                                                                            \
        MEASURE("get_8", ROUNDS, {                                                                                     \
            long value;                                                                                                \
            shmem_long_get(&value, words + i, 1, pe);                                                                  \
            BENCH_USE(value);                                                                                          \
        });                                                                                                            \
        MEASURE("fetch_add", ORDERED, BENCH_USE(shmem_long_atomic_fetch_add(words, 1, pe)));                           \
        MEASURE("swap", ORDERED, BENCH_USE(shmem_long_atomic_swap(words, i, pe)));                                     \
        MEASURE("put_quiet", ORDERED, {                                                                                \
            shmem_long_p(words + i, round, pe);                                                                        \
            shmem_quiet();                                                                                             \
        });                                                                                                            \
        if (!there) return;                                                                                            \
        MEASURE("store", ROUNDS, there[i] = round);                                                                    \
        MEASURE("load", ROUNDS, BENCH_USE(there[i]));                                                                  \
        MEASURE("raw_fetch_add", ORDERED, BENCH_USE(__atomic_fetch_add(there, 1, __ATOMIC_SEQ_CST)));                  \
        MEASURE("raw_swap", ORDERED, BENCH_USE(__atomic_exchange_n(there, i, __ATOMIC_SEQ_CST)));                      \
        MEASURE("store_fence", ORDERED, {                                                                              \
            there[i] = round;                                                                                          \
            __atomic_thread_fence(__ATOMIC_SEQ_CST);                                                                   \
        });                                                                                                            \
    }
MEASURE_ALL(heap, "", heap)
MEASURE_ALL(variables, "static_", variables)

int main(void) {
    shmem_init();
    heap = shmem_malloc(sizeof variables);
    int pe = shmem_n_pes() - 1;
    for (int i = 0; i < WORDS; i++)
        heap[i] = variables[i] = i;
    shmem_barrier_all();
    if (shmem_my_pe() == 0) {
        BENCH_OPAQUE(pe);
        measure_heap(pe);
        measure_variables(pe);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
