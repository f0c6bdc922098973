/* Sobel (see sobel.h) with MPI. Each rank has adjoining rows, and one more row above and below
 * them. For each image it gets these two from its neighbours. Prints the time of the whole
 * image. */
#include <mpi.h>

#include "sobel.h"

static int rank;
static int ranks;
static int first; /* the rows of this rank are first .. end - 1; row r lies at r - first + 1 */
static int end;

static void neighbours_exchange(sobel_row_t *image) {
    const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    const int last = end - first;
    MPI_Sendrecv(image[1], SOBEL_WIDTH, MPI_UNSIGNED_CHAR, above, 0, image[last + 1], SOBEL_WIDTH, MPI_UNSIGNED_CHAR,
                 below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(image[last], SOBEL_WIDTH, MPI_UNSIGNED_CHAR, below, 0, image[0], SOBEL_WIDTH, MPI_UNSIGNED_CHAR, above,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void detect(sobel_row_t *edge, sobel_row_t *image, int rows) {
    neighbours_exchange(image);
    for (int row = first ? first : 1; row < end && row < rows - 1; row++)
        sobel_row(edge, image, row - first + 1);
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char name = program_class(words, word, 'A');
    const int rows = sobel_rows(name);
    if (!rows) return program_unknown_class("sobel", name);
    first = (int)part_first(rows, ranks, rank);
    end = (int)part_first(rows, ranks, rank + 1);
    sobel_row_t *image = program_memory((size_t)(end - first + 2) * sizeof *image);
    sobel_row_t *edge = program_memory((size_t)(end - first + 2) * sizeof *edge);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int r = first; r < end; r++)
        for (int c = 0; c < SOBEL_WIDTH; c++)
            image[r - first + 1][c] = sobel_pixel(r, c);
    for (int chunk = 0; chunk < chunks; chunk++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = bench_now_ns();
        detect(edge, image, rows);
        bench_add(&run, start, 1);
    }
    if (rank == 0) bench_print("sobel", bench_median_ns(&run));
    long wrong = 0;
    long all_wrong = 0;
    for (int r = first ? first : 1; r < end && r < rows - 1; r++)
        for (int c = 1; c < SOBEL_WIDTH - 1; c++)
            wrong += edge[r - first + 1][c] != sobel_expected(r, c);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    const int status = rank == 0 ? program_verdict("sobel", name, all_wrong == 0) : 0;
    MPI_Finalize();
    return status;
}
