/* upc_alloc and upc_free in pairs, by size; the figures are those of alloc.c. */
#include <upc_relaxed.h>

#include "bench.h"

static void measure(size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    char figure[40];
    const long pairs = 50000;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < pairs; i++) {
            shared [] char *p = (shared [] char *)upc_alloc(bytes);
            BENCH_OPAQUE(p);
            upc_free(p);
        }
        bench_add(&run, start, pairs);
    }
    snprintf(figure, sizeof figure, "pair_%zu", bytes);
    bench_print(figure, bench_best_ns(&run));
}

int main(void) {
    if (MYTHREAD == 0) {
        measure(64);
        measure(4096);
    }
    upc_barrier;
    return 0;
}
