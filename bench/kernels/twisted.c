/* Reference for twisted.upc: each OpenMP thread works on what another one touched first. Prints the
 * time of one sweep. */
#include <omp.h>

#include "stream.h"

enum { PER_THREAD = STREAM_MOST, ALL = PROGRAM_REFERENCE_THREADS };

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const long n = stream_elements(name);
    if (!n) return program_unknown_class("twisted", name);
    double *a = malloc(sizeof *a * PER_THREAD * ALL);
    double *b = malloc(sizeof *b * PER_THREAD * ALL);
    double *c = malloc(sizeof *c * PER_THREAD * ALL);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!a || !b || !c) return 1;
#pragma omp parallel num_threads(ALL)
    for (long i = (long)omp_get_thread_num() * PER_THREAD, end = i + n; i < end; i++) {
        a[i] = 0;
        b[i] = stream_b(i);
        c[i] = stream_c(i);
    }
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
#pragma omp parallel num_threads(ALL)
        {
            const long first = (long)((omp_get_thread_num() + 1) % ALL) * PER_THREAD;
            for (long i = first; i < first + n; i++)
                a[i] = b[i] + 3.0 * c[i];
        }
        BENCH_CLOBBER();
        bench_add(&run, start, 1);
    }
    bench_print("twisted", bench_median_ns(&run));
    long wrong = 0;
    for (int t = 0; t < ALL; t++)
        for (long i = (long)t * PER_THREAD; i < (long)t * PER_THREAD + n; i++)
            wrong += a[i] != stream_expected(i);
    free(a);
    free(b);
    free(c);
    return program_verdict("twisted", name, wrong == 0);
}
