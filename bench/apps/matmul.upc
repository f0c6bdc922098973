/* C = A B with rows dealt out in turn: own rows of A and C through private pointers, rows of B read in place, whoever owns them. */
#include <upc_relaxed.h>

#include "../micro/bench.h"

enum { SIDE = 512 };

shared [SIDE] double *a, *b, *c; /* row i belongs to thread i % THREADS */

static double *row_local(shared [SIDE] double *matrix, int row) { return (double *)(matrix + (long)row * SIDE); }

static void multiply(void) {
    for (int i = MYTHREAD; i < SIDE; i += THREADS) {
        double *mine = row_local(c, i);
        const double *factors = row_local(a, i);
        for (int j = 0; j < SIDE; j++) mine[j] = 0;
        for (int k = 0; k < SIDE; k++) {
            shared [] const double *row = (shared [] const double *)(b + (long)k * SIDE);
            const double factor = factors[k];
            for (int j = 0; j < SIDE; j++) mine[j] += factor * row[j];
        }
    }
    upc_barrier;
}

int main(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    a = upc_all_alloc(SIDE, SIDE * sizeof(double));
    b = upc_all_alloc(SIDE, SIDE * sizeof(double));
    c = upc_all_alloc(SIDE, SIDE * sizeof(double));
    for (int i = MYTHREAD; i < SIDE; i += THREADS)
        for (int j = 0; j < SIDE; j++) {
            row_local(a, i)[j] = i;
            row_local(b, i)[j] = i == j;
        }
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        multiply();
        bench_add(&run, start, 1);
    }
    for (int i = MYTHREAD; i < SIDE; i += THREADS)
        if (row_local(c, i)[i] != i) upc_global_exit(1);
    if (MYTHREAD == 0) bench_print("matmul", bench_median_ns(&run));
    upc_all_free(a);
    upc_all_free(b);
    upc_all_free(c);
    return 0;
}
