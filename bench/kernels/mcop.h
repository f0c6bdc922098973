/* MCOP, the matrix-chain ordering problem: in which order do n matrices multiply with the fewest
 * products of numbers? The cost of the chain i to j is a minimum over all k. For each k, the costs
 * of the chains i to k and k + 1 to j and of the last product are added. So a triangle of costs is
 * filled along its diagonals, each out of all those before.
 *
 *     S 64 matrices, W 256, A 512 */
#ifndef BENCH_MCOP_H
#define BENCH_MCOP_H

#include "../apps/program.h"

enum { MCOP_SIDE = 512 };

/* 0: no such class. */
static inline int mcop_matrices(char class) {
    return class == 'S' ? 64 : class == 'W' ? 256 : class == 'A' ? MCOP_SIDE : 0;
}

/* Matrix i has mcop_size(i) rows and mcop_size(i + 1) columns. */
static inline long mcop_size(int i) {
    return 1 + (long)((unsigned)i * 2654435761U >> 25);
}

/* The least cost, found another way: from short chains at their ends, in private memory. */
static inline long mcop_expected(int n) {
    long *cost = (long *)program_memory((size_t)n * (size_t)n * sizeof *cost);
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            long least = INT64_MAX;
            for (int k = i; k < j; k++) {
                const long sum =
                    cost[i * n + k] + cost[(k + 1) * n + j] + mcop_size(i) * mcop_size(k + 1) * mcop_size(j + 1);
                if (sum < least) least = sum;
            }
            cost[i * n + j] = least;
        }
    const long least = cost[n - 1];
    free(cost);
    return least;
}

#endif
