/* Reference for spmv.upc: rows divided among OpenMP threads, which also touch them first. Prints
 * the time of one element. */
#include "spmv.h"

static void multiply(double *restrict y, const double *value, const int *column, const double *x, long rows) {
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long r = 0; r < rows; r++) {
        double sum = 0;
        for (int e = 0; e < SPMV_EACH; e++)
            sum += value[r * SPMV_EACH + e] * x[column[r * SPMV_EACH + e]];
        y[r] = sum;
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const long rows = spmv_rows(name);
    if (!rows) return program_unknown_class("spmv", name);
    double *value = malloc((size_t)rows * SPMV_EACH * sizeof *value);
    int *column = malloc((size_t)rows * SPMV_EACH * sizeof *column);
    double *x = malloc((size_t)rows * sizeof *x);
    double *y = malloc((size_t)rows * sizeof *y);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    if (!value || !column || !x || !y) return 1;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long r = 0; r < rows; r++) {
        x[r] = spmv_x(r);
        for (int e = 0; e < SPMV_EACH; e++) {
            value[r * SPMV_EACH + e] = spmv_value(r, e);
            column[r * SPMV_EACH + e] = spmv_column(rows, r, e);
        }
    }
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        multiply(y, value, column, x, rows);
        bench_add(&run, start, rows * SPMV_EACH);
    }
    bench_print("spmv", bench_median_ns(&run));
    long wrong = 0;
    for (long r = 0; r < rows; r++)
        wrong += y[r] != spmv_expected(rows, r);
    return program_verdict("spmv", name, wrong == 0);
}
