/* Jacobi iterations of the 5-point stencil; each thread owns a slab of rows.
 *
 *   local    own rows through private pointers; of the neighbours only the two adjoining rows, through shared pointers
 *   shared   every access through a pointer-to-shared: own rows and neighbours' alike
 */
#include <upc_relaxed.h>

#include "../micro/bench.h"

enum { SIDE = 1024, ITERATIONS = 10 };

typedef shared [] double *row_t;

static row_t x_rows[SIDE], y_rows[SIDE]; /* where each row lies */
static int first_row, end_row;           /* the rows this thread computes */

/* A row with affinity to the thread that computes it; the table of all rows is private to each thread. */
static void rows_create(row_t *rows, shared [SIDE] double *area, int rows_each) {
    for (int r = 0; r < SIDE; r++) {
        const int owner = r / rows_each, in_slab = r % rows_each;
        rows[r] = (row_t)(area + ((long)in_slab * THREADS + owner) * SIDE);
    }
}

static void row_compute_shared(row_t to, row_t above, row_t from, row_t below) {
    for (int c = 1; c < SIDE - 1; c++) to[c] = 0.25 * (from[c - 1] + from[c + 1] + above[c] + below[c]);
}

static void row_compute_local(double *to, row_t above, const double *from, row_t below) {
    for (int c = 1; c < SIDE - 1; c++) to[c] = 0.25 * (from[c - 1] + from[c + 1] + above[c] + below[c]);
}

static void iterate_shared(row_t *to, row_t *from) {
    for (int r = first_row; r < end_row; r++) row_compute_shared(to[r], from[r - 1], from[r], from[r + 1]);
    upc_barrier;
}

static void iterate_local(row_t *to, row_t *from) {
    for (int r = first_row; r < end_row; r++)
        row_compute_local((double *)to[r], from[r - 1], (double *)from[r], from[r + 1]);
    upc_barrier;
}

static void measure(const char *figure, void (*iterate)(row_t *, row_t *)) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int i = 0; i < ITERATIONS; i++) {
            iterate(y_rows, x_rows);
            iterate(x_rows, y_rows);
        }
        bench_add(&run, start, 2 * ITERATIONS);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
}

int main(void) {
    const int rows_each = (SIDE + THREADS - 1) / THREADS;
    shared [SIDE] double *x = upc_all_alloc((size_t)rows_each * THREADS, SIDE * sizeof(double));
    shared [SIDE] double *y = upc_all_alloc((size_t)rows_each * THREADS, SIDE * sizeof(double));
    rows_create(x_rows, x, rows_each);
    rows_create(y_rows, y, rows_each);
    first_row = MYTHREAD * rows_each;
    end_row = first_row + rows_each < SIDE ? first_row + rows_each : SIDE;
    for (int r = first_row; r < end_row; r++)
        for (int c = 0; c < SIDE; c++) x_rows[r][c] = y_rows[r][c] = c;
    if (first_row == 0) first_row = 1;
    if (end_row == SIDE) end_row = SIDE - 1;
    measure("local", iterate_local);
    measure("shared", iterate_shared);
    upc_all_free(x);
    upc_all_free(y);
    return 0;
}
