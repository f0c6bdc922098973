/* Reference for stencil.upc: Jacobi iterations of the 5-point stencil on a square, rows divided among OpenMP threads; prints the
 * time of one iteration. */
#include <omp.h>

#include "../micro/bench.h"

enum { SIDE = 1024, ITERATIONS = 10 };

static void iterate(double *to, const double *from) {
#pragma omp parallel for num_threads(2) schedule(static)
    for (long r = 1; r < SIDE - 1; r++)
        for (long c = 1; c < SIDE - 1; c++) {
            const long at = r * SIDE + c;
            to[at] = 0.25 * (from[at - 1] + from[at + 1] + from[at - SIDE] + from[at + SIDE]);
        }
}

int main(void) {
    double *x = malloc(sizeof(double) * SIDE * SIDE), *y = malloc(sizeof(double) * SIDE * SIDE);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!x || !y) return 1;
#pragma omp parallel for num_threads(2) schedule(static)
    for (long i = 0; i < (long)SIDE * SIDE; i++) x[i] = y[i] = (double)(i % SIDE);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int i = 0; i < ITERATIONS; i++) {
            iterate(y, x);
            iterate(x, y);
        }
        bench_add(&run, start, 2 * ITERATIONS);
    }
    bench_print("stencil", bench_median_ns(&run));
    return 0;
}
