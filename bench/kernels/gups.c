/* Reference for gups.upc: random updates of a table by two OpenMP threads; prints the time of one update of one thread.
 * As in the HPC challenge, updates of both threads to one word may get lost. */
#include <omp.h>

#include "../micro/bench.h"

enum { WORDS = 4 << 20, UPDATES = 1 << 17 };

static inline unsigned long random_next(unsigned long r) { return (r << 1) ^ ((long)r < 0 ? 7UL : 0UL); }

static void update(unsigned long *table, unsigned long r) {
    for (long i = 0; i < UPDATES; i++) {
        r = random_next(r);
        table[r & (WORDS - 1)] ^= r;
    }
}

int main(void) {
    unsigned long *table = malloc(sizeof *table * WORDS);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!table) return 1;
#pragma omp parallel for num_threads(2) schedule(static)
    for (long i = 0; i < WORDS; i++) table[i] = (unsigned long)i;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
#pragma omp parallel num_threads(2)
        update(table, 0x123456789abcdefUL * (unsigned long)(omp_get_thread_num() + 1 + 2 * chunk));
        bench_add(&run, start, UPDATES);
    }
    bench_print("update", bench_median_ns(&run));
    return 0;
}
