/* Reference for access.upc: plain 8-byte loads and stores of mapped memory that the other party has
 * touched first.
 *
 *   read, write                one element after another of an array of 8 KB, an access an
 *                              iteration, not vectorised
 *   chase                      each load gives the address of the next (latency, pointers stored in
 *                              the shared memory)
 *   strict_read, strict_write  the C11 operations with the order a strict access needs
 *                              (docs/design/memory-model.md). A load must come behind all earlier
 *                              stores, which takes a fence before it. A store is sequentially
 *                              consistent. */
#include "raw.h"

enum { WORDS = 1024, ROUNDS = 400 };

struct area {
    unsigned long met[64];
    long words[WORDS];
    long *links[WORDS];
};

static void fill(struct area *area) {
    for (int i = 0; i < WORDS; i++)
        area->words[i] = i;
    for (int i = 0; i < WORDS; i++)
        area->links[i] = (long *)&area->links[(i * 5 + 1) % WORDS];
}

static void measure_read(struct area *area) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long *words = area->words;
    BENCH_OPAQUE(words);
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

static void measure_write(struct area *area) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    long *words = area->words;
    BENCH_OPAQUE(words);
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

static void measure_chase(struct area *area) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    long **at = area->links;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int i = 0; i < ROUNDS * WORDS / 4; i++) {
            at = (long **)*at;
            BENCH_OPAQUE(at);
        }
        bench_add(&run, start, (long)ROUNDS * WORDS / 4);
    }
    bench_print("chase", bench_best_ns(&run));
}

static void measure_strict_read(struct area *area) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long *words = area->words;
    BENCH_OPAQUE(words);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS / 20; round++)
            for (int i = 0; i < WORDS; i++) {
                __atomic_thread_fence(__ATOMIC_SEQ_CST);
                const long value = __atomic_load_n(&words[i], __ATOMIC_SEQ_CST);
                BENCH_USE(value);
            }
        bench_add(&run, start, (long)ROUNDS / 20 * WORDS);
    }
    bench_print("strict_read", bench_best_ns(&run));
}

static void measure_strict_write(struct area *area) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    long *words = area->words;
    BENCH_OPAQUE(words);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS / 20; round++)
            for (int i = 0; i < WORDS; i++) {
                __atomic_store_n(&words[i], round, __ATOMIC_SEQ_CST);
                BENCH_CLOBBER();
            }
        bench_add(&run, start, (long)ROUNDS / 20 * WORDS);
    }
    bench_print("strict_write", bench_best_ns(&run));
}

static void body(struct raw_job *job, int me) {
    struct area *area = (struct area *)job->shared;
    if (me) fill(area);
    raw_meet(area->met, job->parties, 1);
    if (me) return;
    measure_read(area);
    measure_write(area);
    measure_strict_read(area);
    measure_strict_write(area);
    measure_chase(area);
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, sizeof(struct area), body);
}
