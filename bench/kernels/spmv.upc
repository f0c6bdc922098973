/* y = A x (see spmv.h): rows are dealt out in blocks, with their elements. Prints the time of one
 * element.
 *
 *   (no word)    as one writes it first: x is read in place, whoever owns it
 *   aggregated   by hand, for threads on several nodes: each product begins with a private copy of
 *                all of x */
#include <upc_relaxed.h>

#include "spmv.h"

enum { BLOCK = 1024 };

static shared [BLOCK * SPMV_EACH] double *value;
static shared [BLOCK * SPMV_EACH] int *column;
static shared [BLOCK] double *x;
static shared [BLOCK] double *y;
shared long wrong_of[THREADS];

static void multiply(long rows) {
    upc_forall (long r = 0; r < rows; r++; &y[r]) {
        double sum = 0;
        for (int e = 0; e < SPMV_EACH; e++) sum += value[r * SPMV_EACH + e] * x[column[r * SPMV_EACH + e]];
        y[r] = sum;
    }
    upc_barrier;
}

static void multiply_aggregated(long rows, double *copy) {
    for (long block = 0; block < rows; block += BLOCK)
        upc_memget(copy + block, x + block, (size_t)(rows - block < BLOCK ? rows - block : BLOCK) * sizeof(double));
    upc_forall (long r = 0; r < rows; r++; &y[r]) {
        const double *row = (const double *)&value[r * SPMV_EACH];
        const int *at = (const int *)&column[r * SPMV_EACH];
        double sum = 0;
        for (int e = 0; e < SPMV_EACH; e++) sum += row[e] * copy[at[e]];
        y[r] = sum;
    }
    upc_barrier;
}

static void matrix_create(long rows) {
    const size_t blocks = (size_t)(rows + BLOCK - 1) / BLOCK;
    value = upc_all_alloc(blocks, BLOCK * SPMV_EACH * sizeof(double));
    column = upc_all_alloc(blocks, BLOCK * SPMV_EACH * sizeof(int));
    x = upc_all_alloc(blocks, BLOCK * sizeof(double));
    y = upc_all_alloc(blocks, BLOCK * sizeof(double));
    upc_forall (long r = 0; r < rows; r++; &x[r]) {
        x[r] = spmv_x(r);
        for (int e = 0; e < SPMV_EACH; e++) {
            value[r * SPMV_EACH + e] = spmv_value(r, e);
            column[r * SPMV_EACH + e] = spmv_column(rows, r, e);
        }
    }
    upc_barrier;
}

static int product_right(long rows) {
    long wrong = 0;
    upc_forall (long r = 0; r < rows; r++; &y[r]) wrong += y[r] != spmv_expected(rows, r);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    return wrong == 0;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const long rows = spmv_rows(name);
    if (!rows) return program_unknown_class("spmv", name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    double *copy = program_form(words, word, "aggregated") ? program_memory((size_t)rows * sizeof *copy) : NULL;
    matrix_create(rows);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        copy ? multiply_aggregated(rows, copy) : multiply(rows);
        bench_add(&run, start, rows * SPMV_EACH);
    }
    if (MYTHREAD == 0) bench_print("spmv", bench_median_ns(&run));
    const int right = product_right(rows);
    free(copy);
    upc_all_free(value);
    upc_all_free(column);
    upc_all_free(x);
    upc_all_free(y);
    return MYTHREAD == 0 ? program_verdict("spmv", name, right) : 0;
}
