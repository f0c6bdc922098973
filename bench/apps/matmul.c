/* Reference for matmul.upc: C = A B, rows of C divided among OpenMP threads, inner loop along the rows of B. */
#include "../micro/bench.h"

enum { SIDE = 512 };

static double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

static void multiply(void) {
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) c[i][j] = 0;
        for (int k = 0; k < SIDE; k++) {
            const double factor = a[i][k];
            for (int j = 0; j < SIDE; j++) c[i][j] += factor * b[k][j];
        }
    }
}

int main(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = i;
            b[i][j] = i == j;
        }
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        multiply();
        bench_add(&run, start, 1);
    }
    for (int i = 0; i < SIDE; i++)
        if (c[i][i] != i) return 1;
    bench_print("matmul", bench_median_ns(&run));
    return 0;
}
