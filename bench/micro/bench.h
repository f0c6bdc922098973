/* Timing used alike by the raw C programs and the UPC programs of bench/micro, so that neither side
 * pays for more than the other.
 *
 * Vocabulary: an operation is what is measured; a chunk is a loop of operations between two
 * readings of the clock; a run takes some chunks. A program prints one line a figure, "name
 * nanoseconds-per-operation". bench/run.py does the rest (interleaving, repetition, ratios,
 * spread).
 *
 * A run has two summaries. The best chunk is for operations of nanoseconds, where everything that
 * disturbs adds. The median chunk is for operations that depend on the scheduler, where luck may
 * also help.
 *
 * Rule: an operation is kept alive by an empty asm statement, the same on both sides; it
 * adds no instruction. Nothing here keeps data between calls: in UPC code private static data
 * goes through delta, in C it does not. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_CHUNKS = 21, BENCH_CHUNKS_QUICK = 3 };

/* The compiler must assume that memory was read and changed here. */
#define BENCH_CLOBBER() __asm__ __volatile__("" : : : "memory")
/* The compiler knows nothing any more about the value of the variable, which stays in its
 * register. */
#define BENCH_OPAQUE(variable) __asm__ __volatile__("" : "+r"(variable))
/* The value must be there, in a register; nothing is made of it. */
#define BENCH_USE(value) __asm__ __volatile__("" : : "r"(value))

static inline double bench_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* A moment, comparable between threads, as cheap as the machine has it; no unit promised. */
static inline unsigned long bench_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    unsigned long ticks;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (unsigned long)t.tv_sec * 1000000000 + (unsigned long)t.tv_nsec;
#endif
}

static inline int bench_compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many chunks a run takes: the same for both sides, fewer if the driver is asked to be
 * quick. */
static inline int bench_chunks(void) {
    return getenv("BENCH_QUICK") ? BENCH_CHUNKS_QUICK : BENCH_CHUNKS;
}

struct bench_run {
    int chunks;
    double ns[BENCH_CHUNKS]; /* per operation, one a chunk */
};

static inline void bench_add_ns(struct bench_run *run, double ns_each) {
    if (run->chunks < BENCH_CHUNKS) run->ns[run->chunks++] = ns_each;
}

static inline void bench_add(struct bench_run *run, double started_ns, long operations) {
    bench_add_ns(run, (bench_now_ns() - started_ns) / (double)operations);
}

static inline double bench_best_ns(struct bench_run *run) {
    qsort(run->ns, (size_t)run->chunks, sizeof run->ns[0], bench_compare);
    return run->ns[0];
}

static inline double bench_median_ns(struct bench_run *run) {
    qsort(run->ns, (size_t)run->chunks, sizeof run->ns[0], bench_compare);
    return run->ns[run->chunks / 2];
}

static inline void bench_print(const char *figure, double ns) {
    printf("%s %.4f\n", figure, ns);
    fflush(stdout);
}

#endif
