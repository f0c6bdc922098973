/* Reference for matmul.upc: rows of C divided among OpenMP threads. Prints the time of a
 * product. */
#include "matmul.h"

typedef double row_t[MATMUL_SIDE];

static void multiply(row_t *c, row_t *a, row_t *b, int side) {
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++)
            c[i][j] = 0;
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}

static int product_right(row_t *c, int side) {
    double *bv = matmul_bv(side);
    long wrong = 0;
    for (int i = 0; i < side; i++) {
        double sum = 0;
        for (int j = 0; j < side; j++)
            sum += c[i][j] * matmul_v(j);
        wrong += sum != matmul_expected(side, i, bv);
    }
    free(bv);
    return wrong == 0;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int side = matmul_side(name);
    if (!side) return program_unknown_class("matmul", name);
    row_t *a = program_memory((size_t)side * sizeof *a);
    row_t *b = program_memory((size_t)side * sizeof *b);
    row_t *c = program_memory((size_t)side * sizeof *c);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            a[i][j] = matmul_a(i, j);
            b[i][j] = matmul_b(i, j);
        }
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        multiply(c, a, b, side);
        bench_add(&run, start, 1);
    }
    bench_print("matmul", bench_median_ns(&run));
    const int right = product_right(c, side);
    free(a);
    free(b);
    free(c);
    return program_verdict("matmul", name, right);
}
