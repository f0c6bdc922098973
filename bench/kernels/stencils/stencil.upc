/* Jacobi iterations of the 5-point stencil (see stencil.h); each thread owns a slab of rows, found
 * through a private table of pointers to rows. Prints the time of one iteration. Without a word it
 * prints those of `local` and `shared`.
 *
 *   local        own rows through private pointers; of the neighbours only the two adjoining rows,
 *                through shared pointers
 *   shared       every access through a pointer-to-shared: own rows and neighbours' alike
 *   aggregated   by hand, for threads on several nodes: as local, but the two adjoining rows are
 *                copied to private memory first
 */
#include <upc_relaxed.h>

#include "stencil.h"

typedef shared [] double *row_t;

shared long wrong_of[THREADS];

static int side;
static int first_row; /* of those that this thread computes */
static int end_row;
static row_t *x_rows; /* where each row of x lies */
static row_t *y_rows;
static double *above_copy;
static double *below_copy;

/* The table of all rows is private to each thread; those of a thread lie together in its memory. */
static row_t *rows_create(int first, int end) {
    shared row_t *directory = upc_all_alloc(THREADS, sizeof(row_t));
    row_t *rows = program_memory((size_t)side * sizeof *rows);
    directory[MYTHREAD] = upc_alloc((size_t)(end - first) * (size_t)side * sizeof(double) + 1);
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        const row_t slab = directory[t];
        const long from = part_first(side, THREADS, t);
        const long to = part_first(side, THREADS, t + 1);
        for (long r = from; r < to; r++) rows[r] = slab + (r - from) * side;
    }
    upc_all_free(directory);
    return rows;
}

static void rows_free(row_t *rows) {
    const long first = part_first(side, THREADS, MYTHREAD);
    if (first < part_first(side, THREADS, MYTHREAD + 1)) upc_free(rows[first]);
    free(rows);
}

static void rows_start(row_t *rows) {
    for (long r = part_first(side, THREADS, MYTHREAD); r < part_first(side, THREADS, MYTHREAD + 1); r++)
        for (int c = 0; c < side; c++) rows[r][c] = stencil_start(side, (int)r, c);
}

static void row_compute_shared(row_t to, row_t above, row_t from, row_t below) {
    for (int c = 1; c < side - 1; c++) to[c] = stencil_mean(from[c - 1], from[c + 1], above[c], below[c]);
}

static void row_compute_local(double *to, row_t above, const double *from, row_t below) {
    for (int c = 1; c < side - 1; c++) to[c] = stencil_mean(from[c - 1], from[c + 1], above[c], below[c]);
}

static void row_compute_private(double *to, const double *above, const double *from, const double *below) {
    for (int c = 1; c < side - 1; c++) to[c] = stencil_mean(from[c - 1], from[c + 1], above[c], below[c]);
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

static void iterate_aggregated(row_t *to, row_t *from) {
    const size_t bytes = (size_t)side * sizeof(double);
    if (first_row < end_row) {
        upc_memget(above_copy, from[first_row - 1], bytes);
        upc_memget(below_copy, from[end_row], bytes);
    }
    for (int r = first_row; r < end_row; r++) {
        const double *above = r == first_row ? above_copy : (const double *)from[r - 1];
        row_compute_private((double *)to[r], above, (const double *)from[r],
                            r == end_row - 1 ? below_copy : (const double *)from[r + 1]);
    }
    upc_barrier;
}

typedef void iterate_t(row_t *to, row_t *from);

static void pairs_do(iterate_t *iterate) {
    for (int i = 0; i < STENCIL_PAIRS; i++) {
        iterate(y_rows, x_rows);
        iterate(x_rows, y_rows);
    }
}

/* Begins anew; gives the points of this thread that are wrong after the first iterations. */
static long wrong_count(iterate_t *iterate) {
    rows_start(x_rows);
    rows_start(y_rows);
    upc_barrier;
    pairs_do(iterate);
    double *expected = stencil_expected(side, 2 * STENCIL_PAIRS);
    long wrong = 0;
    for (int r = first_row; r < end_row; r++)
        for (int c = 0; c < side; c++) wrong += !stencil_right(expected, side, 2 * STENCIL_PAIRS, r, c, x_rows[r][c]);
    free(expected);
    upc_barrier;
    return wrong;
}

static long measure(const char *figure, iterate_t *iterate) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long wrong = wrong_count(iterate);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        pairs_do(iterate);
        bench_add(&run, start, 2 * STENCIL_PAIRS);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
    return wrong;
}

static long all_measure(int words, char **word) {
    const int local = program_form(words, word, "local");
    const int shared_form = program_form(words, word, "shared");
    if (program_form(words, word, "aggregated")) return measure("aggregated", iterate_aggregated);
    long wrong = 0;
    if (local || !shared_form) wrong += measure("local", iterate_local);
    if (shared_form || !local) wrong += measure("shared", iterate_shared);
    return wrong;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    side = stencil_side(name);
    if (!side) return program_unknown_class("stencil", name);
    first_row = (int)part_first(side, THREADS, MYTHREAD);
    end_row = (int)part_first(side, THREADS, MYTHREAD + 1);
    x_rows = rows_create(first_row, end_row);
    y_rows = rows_create(first_row, end_row);
    above_copy = program_memory((size_t)side * sizeof(double));
    below_copy = program_memory((size_t)side * sizeof(double));
    if (first_row == 0) first_row = 1;
    if (end_row == side) end_row = side - 1;
    wrong_of[MYTHREAD] = all_measure(words, word);
    upc_barrier;
    long wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    rows_free(x_rows);
    rows_free(y_rows);
    free(above_copy);
    free(below_copy);
    return MYTHREAD == 0 ? program_verdict("stencil", name, wrong == 0) : 0;
}
