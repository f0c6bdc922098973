/* Heat in two dimensions: the stencil (see stencil.h) in OpenSHMEM. Each PE has adjoining rows,
 * with a row above and one below them for the neighbours'. Behind each iteration a PE puts its
 * outer rows there and then raises a flag. Prints the time of one iteration.
 *
 * Two squares take turns. A PE is at most one iteration ahead of its neighbours, and then its row
 * belongs to the other square. So it never overwrites one that is still read. */
#include <shmem.h>

#include "../kernels/stencils/stencil.h"

static int side;
static int me;
static int pes;
static int first; /* row of this PE */
static int end;
static long from_above; /* iterations whose row has come from there */
static long from_below;
static long iteration;
static uint64_t wrong;

/* Row r of the square, first - 1 .. end. */
static double *row_of(double *rows, int r) {
    return rows + (size_t)(r - first + 1) * (size_t)side;
}

/* The same of PE `pe`, by the address of this PE. */
static double *row_at(double *rows, int r, int pe) {
    return rows + (size_t)(r - part_first(side, pes, pe) + 1) * (size_t)side;
}

static void neighbours_tell(double *rows) {
    const size_t row = (size_t)side;
    if (me > 0) shmem_double_put(row_at(rows, first, me - 1), row_of(rows, first), row, me - 1);
    if (me < pes - 1) shmem_double_put(row_at(rows, end - 1, me + 1), row_of(rows, end - 1), row, me + 1);
    shmem_fence();
    if (me > 0) shmem_long_p(&from_below, iteration, me - 1);
    if (me < pes - 1) shmem_long_p(&from_above, iteration, me + 1);
}

static void neighbours_await(void) {
    if (me > 0) shmem_long_wait_until(&from_above, SHMEM_CMP_GE, iteration);
    if (me < pes - 1) shmem_long_wait_until(&from_below, SHMEM_CMP_GE, iteration);
}

static void iterate(double *to_rows, double *from_rows) {
    for (int r = first ? first : 1; r < end && r < side - 1; r++) {
        const double *above = row_of(from_rows, r - 1);
        const double *from = row_of(from_rows, r);
        const double *below = row_of(from_rows, r + 1);
        double *to = row_of(to_rows, r);
        for (int c = 1; c < side - 1; c++)
            to[c] = stencil_mean(from[c - 1], from[c + 1], above[c], below[c]);
    }
    iteration++;
    neighbours_tell(to_rows);
    neighbours_await();
}

static void pairs_do(double *x, double *y) {
    for (int i = 0; i < STENCIL_PAIRS; i++) {
        iterate(y, x);
        iterate(x, y);
    }
}

static uint64_t wrong_count(double *x) {
    double *expected = stencil_expected(side, 2 * STENCIL_PAIRS);
    uint64_t count = 0;
    for (int r = first; r < end; r++)
        for (int c = 0; c < side; c++)
            count += !stencil_right(expected, side, 2 * STENCIL_PAIRS, r, c, row_of(x, r)[c]);
    free(expected);
    return count;
}

int main(int words, char **word) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(words, word, 'A');
    side = stencil_side(name);
    if (!side) return program_unknown_class("stencil", name);
    if (pes > side) shmem_global_exit(1);
    first = (int)part_first(side, pes, me);
    end = (int)part_first(side, pes, me + 1);
    const size_t bytes = (size_t)(side / pes + 3) * (size_t)side * sizeof(double);
    double *x = shmem_malloc(bytes);
    double *y = shmem_malloc(bytes);
    for (int r = first - 1; r <= end; r++)
        for (int c = 0; c < side; c++)
            row_of(x, r)[c] = row_of(y, r)[c] = stencil_start(side, r, c);
    shmem_barrier_all();
    pairs_do(x, y);
    shmem_atomic_add(&wrong, wrong_count(x), 0);
    for (int chunk = 0; chunk < chunks; chunk++) {
        shmem_barrier_all();
        const double start = bench_now_ns();
        pairs_do(x, y);
        bench_add(&run, start, 2 * STENCIL_PAIRS);
    }
    if (me == 0) bench_print("stencil", bench_median_ns(&run));
    shmem_barrier_all();
    const int status = me == 0 ? program_verdict("stencil", name, wrong == 0) : 0;
    shmem_free(y);
    shmem_free(x);
    shmem_finalize();
    return status;
}
