/* Sparse matrix times vector, y = A x. Each row has 16 elements: most near the diagonal, some
 * anywhere, as meshes with long links have them. Elements and vector are small whole numbers given
 * by formulas, so that every y can be checked exactly.
 *
 *     S 4096 rows, W 2^16, A 2^18 */
#ifndef BENCH_SPMV_H
#define BENCH_SPMV_H

#include "../apps/program.h"

enum { SPMV_EACH = 16, SPMV_FAR = 4, SPMV_BAND = 512 };

/* 0: no such class. */
static inline long spmv_rows(char class) {
    return class == 'S' ? 1L << 12 : class == 'W' ? 1L << 16 : class == 'A' ? 1L << 18 : 0;
}

static inline uint64_t spmv_mix(uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15U;
    return x ^ x >> 29;
}

/* Column of element e of a row. */
static inline int spmv_column(long rows, long row, int e) {
    const uint64_t mixed = spmv_mix((uint64_t)row * SPMV_EACH + (uint64_t)e);
    if (e < SPMV_FAR) return (int)(mixed % (uint64_t)rows);
    return (int)((row + (long)(mixed % SPMV_BAND) - SPMV_BAND / 2 + rows) % rows);
}

static inline double spmv_value(long row, int e) {
    return (double)((row + 3 * e) % 17 - 8);
}

static inline double spmv_x(long i) {
    return (double)(i % 1009 - 500);
}

/* y of a row, from the formulas. */
static inline double spmv_expected(long rows, long row) {
    double sum = 0;
    for (int e = 0; e < SPMV_EACH; e++)
        sum += spmv_value(row, e) * spmv_x(spmv_column(rows, row, e));
    return sum;
}

#endif
