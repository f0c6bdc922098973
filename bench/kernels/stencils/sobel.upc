/* Sobel (see sobel.h): rows are dealt out in turn, a thread computes the pixels it owns. Prints the
 * time of the whole image.
 *
 *   (no word)    as one writes it first: the rows above and below are read in place, whoever owns
 *                them
 *   aggregated   by hand, for threads on several nodes: those rows are copied to private memory
 *                first */
#include <upc_relaxed.h>

#include "sobel.h"

typedef shared [SOBEL_WIDTH] unsigned char row_t[SOBEL_WIDTH];

shared long wrong_of[THREADS];

static void row_detect(row_t *edge, int r, const unsigned char *above, const unsigned char *middle,
                       const unsigned char *below) {
    unsigned char *out = (unsigned char *)edge[r];
    for (int c = 1; c < SOBEL_WIDTH - 1; c++) {
        const int across =
            above[c + 1] - above[c - 1] + 2 * (middle[c + 1] - middle[c - 1]) + below[c + 1] - below[c - 1];
        const int down = below[c - 1] - above[c - 1] + 2 * (below[c] - above[c]) + below[c + 1] - above[c + 1];
        out[c] = sobel_edge(across, down);
    }
}

static void detect_aggregated(row_t *edge, row_t *image, int rows) {
    unsigned char above[SOBEL_WIDTH];
    unsigned char below[SOBEL_WIDTH];
    upc_forall (int r = 1; r < rows - 1; r++; &edge[r][0]) {
        upc_memget(above, image[r - 1], SOBEL_WIDTH);
        upc_memget(below, image[r + 1], SOBEL_WIDTH);
        row_detect(edge, r, above, (const unsigned char *)image[r], below);
    }
    upc_barrier;
}

static void detect(row_t *edge, row_t *image, int rows) {
    upc_forall (int r = 1; r < rows - 1; r++; &edge[r][0])
        for (int c = 1; c < SOBEL_WIDTH - 1; c++) {
            const int across = image[r - 1][c + 1] - image[r - 1][c - 1] + 2 * (image[r][c + 1] - image[r][c - 1]) +
                               image[r + 1][c + 1] - image[r + 1][c - 1];
            const int down = image[r + 1][c - 1] - image[r - 1][c - 1] + 2 * (image[r + 1][c] - image[r - 1][c]) +
                             image[r + 1][c + 1] - image[r - 1][c + 1];
            edge[r][c] = sobel_edge(across, down);
        }
    upc_barrier;
}

static int edges_right(row_t *edge, int rows) {
    long wrong = 0;
    upc_forall (int r = 1; r < rows - 1; r++; &edge[r][0])
        for (int c = 1; c < SOBEL_WIDTH - 1; c++) wrong += edge[r][c] != sobel_expected(r, c);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    return wrong == 0;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int rows = sobel_rows(name);
    const int aggregated = program_form(words, word, "aggregated");
    if (!rows) return program_unknown_class("sobel", name);
    row_t *image = upc_all_alloc((size_t)rows, SOBEL_WIDTH);
    row_t *edge = upc_all_alloc((size_t)rows, SOBEL_WIDTH);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_forall (int r = 0; r < rows; r++; &image[r][0])
        for (int c = 0; c < SOBEL_WIDTH; c++) image[r][c] = sobel_pixel(r, c);
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        aggregated ? detect_aggregated(edge, image, rows) : detect(edge, image, rows);
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print("sobel", bench_median_ns(&run));
    const int right = edges_right(edge, rows);
    upc_all_free(image);
    upc_all_free(edge);
    return MYTHREAD == 0 ? program_verdict("sobel", name, right) : 0;
}
