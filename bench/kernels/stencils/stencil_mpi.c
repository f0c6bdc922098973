/* Stencil (see stencil.h) with MPI: each rank has adjoining rows, with a row above and one below
 * them for the neighbours'. Prints the time of one iteration. */
#include <mpi.h>

#include "stencil.h"

static int side;
static int rank;
static int ranks;
static int first; /* the rows of this rank are first .. end - 1 */
static int end;

/* Row r of the square, first - 1 .. end. */
static double *row_of(double *rows, int r) {
    return rows + (size_t)(r - first + 1) * (size_t)side;
}

static void neighbours_exchange(double *rows) {
    const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(row_of(rows, first), side, MPI_DOUBLE, above, 0, row_of(rows, end), side, MPI_DOUBLE, below, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(row_of(rows, end - 1), side, MPI_DOUBLE, below, 0, row_of(rows, first - 1), side, MPI_DOUBLE, above, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void iterate(double *to_rows, double *from_rows) {
    neighbours_exchange(from_rows);
    for (int r = first ? first : 1; r < end && r < side - 1; r++) {
        const double *above = row_of(from_rows, r - 1);
        const double *from = row_of(from_rows, r);
        const double *below = row_of(from_rows, r + 1);
        double *to = row_of(to_rows, r);
        for (int c = 1; c < side - 1; c++)
            to[c] = stencil_mean(from[c - 1], from[c + 1], above[c], below[c]);
    }
}

static void pairs_do(double *x, double *y) {
    for (int i = 0; i < STENCIL_PAIRS; i++) {
        iterate(y, x);
        iterate(x, y);
    }
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char name = program_class(words, word, 'A');
    const int iterations = 2 * STENCIL_PAIRS;
    side = stencil_side(name);
    if (!side) return program_unknown_class("stencil", name);
    first = (int)part_first(side, ranks, rank);
    end = (int)part_first(side, ranks, rank + 1);
    const size_t bytes = (size_t)(end - first + 2) * (size_t)side * sizeof(double);
    double *x = program_memory(bytes);
    double *y = program_memory(bytes);
    for (int r = first; r < end; r++)
        for (int c = 0; c < side; c++)
            row_of(x, r)[c] = row_of(y, r)[c] = stencil_start(side, r, c);
    pairs_do(x, y);
    double *expected = stencil_expected(side, iterations);
    long wrong = 0;
    long all_wrong = 0;
    for (int r = first; r < end; r++)
        for (int c = 0; c < side; c++)
            wrong += !stencil_right(expected, side, iterations, r, c, row_of(x, r)[c]);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = bench_now_ns();
        pairs_do(x, y);
        bench_add(&run, start, iterations);
    }
    if (rank == 0) bench_print("stencil", bench_median_ns(&run));
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    const int status = rank == 0 ? program_verdict("stencil", name, all_wrong == 0) : 0;
    MPI_Finalize();
    return status;
}
