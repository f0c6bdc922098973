/* 8-byte shared reads and writes of the other thread's data; the figures are those of access.c.
 *
 * Thread 1 owns the data, thread 0 accesses it through `shared [] long *`, as a program does that
 * got a pointer to a neighbour's block. Strict accesses go through a pointer to strict. Nothing is
 * cast to a private pointer.
 */
#include <upc_relaxed.h>

#include "bench.h"

enum { WORDS = 1024, ROUNDS = 400 };

typedef shared [] long *words_t;
typedef strict shared [] long *strict_words_t;
struct link;
typedef shared [] struct link *link_t;
struct link {
    link_t next;
};

shared [WORDS] long words_of[THREADS][WORDS];
shared [WORDS] struct link links_of[THREADS][WORDS];

static void fill(void) {
    for (int i = 0; i < WORDS; i++) {
        words_of[MYTHREAD][i] = i;
        links_of[MYTHREAD][i].next = (link_t)&links_of[MYTHREAD][(i * 5 + 1) % WORDS];
    }
}

static void measure_read(words_t words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS; round++)
            for (int i = 0; i < WORDS; i++) {
                const long value = words[i];
                BENCH_USE(value);
            }
        bench_add(&run, start, (long)ROUNDS * WORDS);
    }
    bench_print("read", bench_best_ns(&run));
}

static void measure_write(words_t words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS; round++)
            for (int i = 0; i < WORDS; i++) {
                words[i] = round;
                BENCH_CLOBBER();
            }
        bench_add(&run, start, (long)ROUNDS * WORDS);
    }
    bench_print("write", bench_best_ns(&run));
}

static void measure_chase(link_t at) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int i = 0; i < ROUNDS * WORDS / 4; i++) {
            at = at->next;
            BENCH_OPAQUE(at);
        }
        bench_add(&run, start, (long)ROUNDS * WORDS / 4);
    }
    bench_print("chase", bench_best_ns(&run));
}

static void measure_strict_read(strict_words_t words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS / 20; round++)
            for (int i = 0; i < WORDS; i++) {
                const long value = words[i];
                BENCH_USE(value);
            }
        bench_add(&run, start, (long)ROUNDS / 20 * WORDS);
    }
    bench_print("strict_read", bench_best_ns(&run));
}

static void measure_strict_write(strict_words_t words) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS / 20; round++)
            for (int i = 0; i < WORDS; i++) {
                words[i] = round;
                BENCH_CLOBBER();
            }
        bench_add(&run, start, (long)ROUNDS / 20 * WORDS);
    }
    bench_print("strict_write", bench_best_ns(&run));
}

int main(void) {
    fill();
    upc_barrier;
    if (MYTHREAD == 0) {
        const words_t words = (words_t)&words_of[THREADS - 1][0];
        measure_read(words);
        measure_write(words);
        measure_strict_read((strict_words_t)words);
        measure_strict_write((strict_words_t)words);
        measure_chase((link_t)&links_of[THREADS - 1][0]);
    }
    upc_barrier;
    return 0;
}
