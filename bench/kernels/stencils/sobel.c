/* Reference for sobel.upc: rows divided among OpenMP threads. Prints the time of the whole
 * image. */
#include "sobel.h"

static void detect(sobel_row_t *edge, sobel_row_t *image, int rows) {
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (int r = 1; r < rows - 1; r++)
        sobel_row(edge, image, r);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int rows = sobel_rows(name);
    if (!rows) return program_unknown_class("sobel", name);
    sobel_row_t *image = program_memory((size_t)rows * sizeof *image);
    sobel_row_t *edge = program_memory((size_t)rows * sizeof *edge);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < SOBEL_WIDTH; c++)
            image[r][c] = sobel_pixel(r, c);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        detect(edge, image, rows);
        bench_add(&run, start, 1);
    }
    bench_print("sobel", bench_median_ns(&run));
    long wrong = 0;
    for (int r = 1; r < rows - 1; r++)
        for (int c = 1; c < SOBEL_WIDTH - 1; c++)
            wrong += edge[r][c] != sobel_expected(r, c);
    return program_verdict("sobel", name, wrong == 0);
}
