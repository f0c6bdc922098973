/* Reference for triad.upc: the STREAM triad in C with OpenMP, on arrays larger than the caches. Prints the time of one sweep. */
#include <omp.h>

#include "../micro/bench.h"

enum { PER_THREAD = 2 << 20 };

int main(void) {
    const int threads = 2;
    const long n = (long)PER_THREAD * threads;
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), *c = malloc((size_t)n * sizeof *c);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!a || !b || !c) return 1;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long i = 0; i < n; i++) a[i] = 0, b[i] = 1, c[i] = 2;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
#pragma omp parallel for num_threads(threads) schedule(static)
        for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
        BENCH_CLOBBER();
        bench_add(&run, start, 1);
    }
    if (a[n - 1] != 7) return 1;
    bench_print("triad", bench_median_ns(&run));
    return 0;
}
