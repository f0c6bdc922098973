/* Jacobi iterations of the 5-point stencil on a square: the new value of a point is the mean of its
 * four neighbours. The edge stays. Both sides begin with row + column (see stencil_start), which
 * the iteration leaves as it is, but for one bump in the middle. A third computation in private
 * memory checks every point, on the part that the bump can have reached.
 *
 *     S 128 points a side, W 512, A 1024, B 4096 */
#ifndef BENCH_STENCIL_H
#define BENCH_STENCIL_H

#include "../../apps/program.h"

enum { STENCIL_PAIRS = 10, STENCIL_BUMP = 64 }; /* pairs of iterations, there and back */

/* 0: no such class. */
static inline int stencil_side(char class) {
    return class == 'S' ? 128 : class == 'W' ? 512 : class == 'A' ? 1024 : class == 'B' ? 4096 : 0;
}

static inline double stencil_start(int side, int row, int column) {
    return row + column + (row == side / 2 && column == side / 2 ? STENCIL_BUMP : 0);
}

static inline double stencil_mean(double left, double right, double above, double below) {
    return 0.25 * (left + right + above + below);
}

/* What is expected of a window of the square after some iterations. With n = `iterations` + 1 the
 * window has 2 n + 1 rows and columns around the middle. On its rim nothing has changed yet. */
static inline double *stencil_expected(int side, int iterations) {
    const int n = iterations + 1;
    const int width = 2 * n + 1;
    double *now = (double *)program_memory((size_t)width * (size_t)width * sizeof *now);
    double *next = (double *)program_memory((size_t)width * (size_t)width * sizeof *next);
    for (int i = 0; i < width * width; i++)
        now[i] = next[i] = stencil_start(side, side / 2 - n + i / width, side / 2 - n + i % width);
    for (int iteration = 0; iteration < iterations; iteration++) {
        for (int r = 1; r < width - 1; r++)
            for (int c = 1; c < width - 1; c++) {
                const double *at = now + r * width + c;
                next[r * width + c] = stencil_mean(at[-1], at[1], at[-width], at[width]);
            }
        double *swapped = now;
        now = next;
        next = swapped;
    }
    free(next);
    return now;
}

/* Whether a point has the value expected; `expected` from stencil_expected with as many
 * iterations. */
static inline int stencil_right(const double *expected, int side, int iterations, int row, int column, double value) {
    const int n = iterations + 1;
    const int width = 2 * n + 1;
    const int r = row - side / 2 + n;
    const int c = column - side / 2 + n;
    const int inside = r >= 0 && r < width && c >= 0 && c < width;
    return value == (inside ? expected[r * width + c] : stencil_start(side, row, column));
}

#endif
