/* Product of square matrices, C = A B, rows of C along rows of B. Elements are small whole numbers
 * given by formulas; the product is checked by what it does to a vector, exactly: C v = A (B v).
 *
 *     S 64 rows, W 256, A 512, B 1024 */
#ifndef BENCH_MATMUL_H
#define BENCH_MATMUL_H

#include "program.h"

enum { MATMUL_SIDE = 1024 }; /* columns there is room for */

/* 0: no such class. */
static inline int matmul_side(char class) {
    return class == 'S' ? 64 : class == 'W' ? 256 : class == 'A' ? 512 : class == 'B' ? 1024 : 0;
}

static inline double matmul_a(int row, int column) {
    return (double)((row * 7 + column * 3) % 11 - 5);
}
static inline double matmul_b(int row, int column) {
    return (double)((row * 5 + column * 13) % 17 - 8);
}
static inline double matmul_v(int i) {
    return (double)(i % 5 - 2);
}

/* B v, in memory of its own. */
static inline double *matmul_bv(int side) {
    double *product = (double *)program_memory((size_t)side * sizeof *product);
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            product[i] += matmul_b(i, j) * matmul_v(j);
    return product;
}

/* Row i of A (B v). */
static inline double matmul_expected(int side, int i, const double *bv) {
    double sum = 0;
    for (int k = 0; k < side; k++)
        sum += matmul_a(i, k) * bv[k];
    return sum;
}

#endif
