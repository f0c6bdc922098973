/* Reference for stream.upc: the STREAM triad, divided among OpenMP threads. Prints the time of one
 * sweep. */
#include "stream.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const long n = stream_elements(name) * PROGRAM_REFERENCE_THREADS;
    if (!n) return program_unknown_class("stream", name);
    double *a = malloc((size_t)n * sizeof *a);
    double *b = malloc((size_t)n * sizeof *b);
    double *c = malloc((size_t)n * sizeof *c);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!a || !b || !c) return 1;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long i = 0; i < n; i++) {
        a[i] = -1;
        b[i] = stream_b(i);
        c[i] = stream_c(i);
    }
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 3.0 * c[i];
        BENCH_CLOBBER();
        bench_add(&run, start, 1);
    }
    bench_print("stream", bench_median_ns(&run));
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += a[i] != stream_expected(i);
    free(a);
    free(b);
    free(c);
    return program_verdict("stream", name, wrong == 0);
}
