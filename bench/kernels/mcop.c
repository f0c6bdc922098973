/* Reference for mcop.upc: the costs of a diagonal divided among OpenMP threads. Prints the time of
 * the whole triangle. */
#include "mcop.h"

static long cost[MCOP_SIDE][MCOP_SIDE];
static long size[MCOP_SIDE + 1];

static void fill(int n) {
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    for (int length = 1; length < n; length++) {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < n - length; i++) {
            const int j = i + length;
            long least = INT64_MAX;
            for (int k = i; k < j; k++) {
                const long sum = cost[i][k] + cost[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
                if (sum < least) least = sum;
            }
            cost[i][j] = least;
        }
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const int n = mcop_matrices(name);
    if (!n) return program_unknown_class("mcop", name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int i = 0; i <= n; i++)
        size[i] = mcop_size(i);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        fill(n);
        bench_add(&run, start, 1);
    }
    bench_print("mcop", bench_median_ns(&run));
    return program_verdict("mcop", name, cost[0][n - 1] == mcop_expected(n));
}
