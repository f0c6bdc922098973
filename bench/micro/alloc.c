/* Reference for alloc.upc: malloc and free of the C library, in pairs, by size. */
#include "raw.h"

static void measure(size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    char figure[40];
    const long pairs = 50000;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < pairs; i++) {
            void *p = malloc(bytes);
            BENCH_OPAQUE(p);
            free(p);
        }
        bench_add(&run, start, pairs);
    }
    snprintf(figure, sizeof figure, "pair_%zu", bytes);
    bench_print(figure, bench_best_ns(&run));
}

static void body(struct raw_job *job, int me) {
    (void)job;
    if (me) return;
    measure(64);
    measure(4096);
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4096, body);
}
