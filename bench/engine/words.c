/* Words of another thread's memory on the node by <polder/polder.h>, as a C program calls it; the
 * figures are those of bench/micro/access.c and atomic.c. Thread 1 owns the memory. A put needs
 * nothing that keeps it alive: it is a volatile store. */
#include <polder/polder.h>

#include "../micro/bench.h"

enum { WORDS = 1024, ROUNDS = 400, TIMES = 200000 };

/* The loops stand in functions of their own, as the registers that measuring needs are none of
 * theirs. */
static __attribute__((noinline)) void get_all(polder_ga words) {
    for (int i = 0; i < WORDS; i++) {
        long value;
        polder_get(&value, words + (polder_ga)i * sizeof value, sizeof value);
        BENCH_USE(value);
    }
}
static __attribute__((noinline)) void put_all(polder_ga words, long value) {
    for (int i = 0; i < WORDS; i++)
        polder_put(words + (polder_ga)i * sizeof value, &value, sizeof value);
}

static void measure_get(polder_ga words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS; round++)
            get_all(words);
        bench_add(&run, start, (long)ROUNDS * WORDS);
    }
    bench_print("read", bench_best_ns(&run));
}

static void measure_put(polder_ga words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS; round++)
            put_all(words, round);
        bench_add(&run, start, (long)ROUNDS * WORDS);
    }
    bench_print("write", bench_best_ns(&run));
}

static void measure_fetch_add(polder_ga word) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TIMES; i++) {
            const uint64_t before = polder_fetch_add(word, 1);
            BENCH_USE(before);
        }
        bench_add(&run, start, TIMES);
    }
    bench_print("fetch_add", bench_best_ns(&run));
}

static void measure_get_cswap(polder_ga word) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TIMES; i++) {
            const uint64_t seen = polder_fetch(word);
            const uint64_t before = polder_compare_swap(word, seen, seen + 1);
            BENCH_USE(before);
        }
        bench_add(&run, start, TIMES);
    }
    bench_print("get_cswap", bench_best_ns(&run));
}

static int play(int argc, char **argv) {
    const polder_ga all = polder_all_alloc(WORDS * sizeof(long));
    const polder_ga words = polder_on(all, polder_threads() - 1);
    (void)argc;
    (void)argv;
    polder_fill(polder_on(all, polder_mythread()), 1, WORDS * sizeof(long));
    polder_barrier_all();
    if (polder_mythread() == 0) {
        measure_get(words);
        measure_put(words);
        measure_fetch_add(words);
        measure_get_cswap(words);
    }
    polder_barrier_all();
    polder_all_free(all);
    return 0;
}

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
