/* C = A B (see matmul.h), rows dealt out in turn. Prints the time of a product in each form.
 *
 *   local    own rows of A and C through private pointers; rows of B read in place, whoever owns
 *            them
 *   shared   as one writes it first: every access is one to a shared array
 */
#include <upc_relaxed.h>

#include "matmul.h"

typedef shared [MATMUL_SIDE] double row_t[MATMUL_SIDE]; /* row i belongs to thread i % THREADS */

static row_t *a;
static row_t *b;
static row_t *c;
static int side;
shared long wrong_of[THREADS];

static void multiply_local(void) {
    for (int i = MYTHREAD; i < side; i += THREADS) {
        double *mine = (double *)c[i];
        const double *factors = (const double *)a[i];
        for (int j = 0; j < side; j++) mine[j] = 0;
        for (int k = 0; k < side; k++) {
            shared [] const double *row = (shared [] const double *)b[k];
            const double factor = factors[k];
            for (int j = 0; j < side; j++) mine[j] += factor * row[j];
        }
    }
    upc_barrier;
}

static void multiply_shared(void) {
    upc_forall (int i = 0; i < side; i++; &c[i][0]) {
        for (int j = 0; j < side; j++) c[i][j] = 0;
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++) c[i][j] += a[i][k] * b[k][j];
    }
    upc_barrier;
}

/* Of this thread's rows; clears them. */
static long wrong_count(void) {
    double *bv = matmul_bv(side);
    long wrong = 0;
    upc_forall (int i = 0; i < side; i++; &c[i][0]) {
        double sum = 0;
        for (int j = 0; j < side; j++) sum += c[i][j] * matmul_v(j);
        wrong += sum != matmul_expected(side, i, bv);
        for (int j = 0; j < side; j++) c[i][j] = -1;
    }
    free(bv);
    return wrong;
}

static long measure(const char *figure, void (*multiply)(void)) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        multiply();
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
    return wrong_count();
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    side = matmul_side(name);
    if (!side) return program_unknown_class("matmul", name);
    row_t **all[] = {&a, &b, &c};
    for (int m = 0; m < 3; m++) *all[m] = upc_all_alloc((size_t)side, sizeof(row_t));
    upc_forall (int i = 0; i < side; i++; &a[i][0])
        for (int j = 0; j < side; j++) {
            a[i][j] = matmul_a(i, j);
            b[i][j] = matmul_b(i, j);
        }
    wrong_of[MYTHREAD] = measure("local", multiply_local) + measure("shared", multiply_shared);
    upc_barrier;
    long wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    for (int m = 0; m < 3; m++) upc_all_free(*all[m]);
    return MYTHREAD == 0 ? program_verdict("matmul", name, wrong == 0) : 0;
}
