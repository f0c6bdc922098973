/* MCOP (see mcop.h): rows of the triangle are dealt out in turn. The costs a thread needs are read
 * in place, along its row and down a column. All threads have a part of that column. Prints the
 * time of the whole triangle. */
#include <upc_relaxed.h>

#include "mcop.h"

typedef shared [MCOP_SIDE] long row_t[MCOP_SIDE];

static row_t *cost;
static long size[MCOP_SIDE + 1];

static void fill(int n) {
    for (int length = 1; length < n; length++) {
        upc_forall (int i = 0; i < n - length; i++; &cost[i][0]) {
            const int j = i + length;
            long least = INT64_MAX;
            for (int k = i; k < j; k++) {
                const long sum = cost[i][k] + cost[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
                if (sum < least) least = sum;
            }
            cost[i][j] = least;
        }
        upc_barrier;
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const int n = mcop_matrices(name);
    if (!n) return program_unknown_class("mcop", name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    cost = upc_all_alloc((size_t)n, sizeof(row_t));
    upc_forall (int i = 0; i < n; i++; &cost[i][0]) cost[i][i] = 0;
    for (int i = 0; i <= n; i++) size[i] = mcop_size(i);
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        fill(n);
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print("mcop", bench_median_ns(&run));
    const long found = cost[0][n - 1];
    upc_barrier;
    upc_all_free(cost);
    return MYTHREAD == 0 ? program_verdict("mcop", name, found == mcop_expected(n)) : 0;
}
