/* Reference for stencil.upc: rows divided among OpenMP threads. Prints the time of one
 * iteration. */
#include "stencil.h"

static void iterate(double *to, const double *from, long side) {
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long r = 1; r < side - 1; r++)
        for (long c = 1; c < side - 1; c++) {
            const long at = r * side + c;
            to[at] = stencil_mean(from[at - 1], from[at + 1], from[at - side], from[at + side]);
        }
}

static void pairs_do(double *x, double *y, long side) {
    for (int i = 0; i < STENCIL_PAIRS; i++) {
        iterate(y, x, side);
        iterate(x, y, side);
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int side = stencil_side(name);
    const int iterations = 2 * STENCIL_PAIRS;
    if (!side) return program_unknown_class("stencil", name);
    double *x = malloc(sizeof *x * (size_t)side * (size_t)side);
    double *y = malloc(sizeof *y * (size_t)side * (size_t)side);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!x || !y) return 1;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long i = 0; i < (long)side * side; i++)
        x[i] = y[i] = stencil_start(side, (int)(i / side), (int)(i % side));
    pairs_do(x, y, side);
    double *expected = stencil_expected(side, iterations);
    long wrong = 0;
    for (int i = 0; i < side * side; i++)
        wrong += !stencil_right(expected, side, iterations, i / side, i % side, x[i]);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        pairs_do(x, y, side);
        bench_add(&run, start, iterations);
    }
    bench_print("stencil", bench_median_ns(&run));
    free(x);
    free(y);
    free(expected);
    return program_verdict("stencil", name, wrong == 0);
}
