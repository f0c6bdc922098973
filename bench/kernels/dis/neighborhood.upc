/* The Neighborhood Stressmark (see neighborhood.h): the rows of the image are dealt out in blocks,
 * found through a private table of pointers to rows. Each thread counts the pairs whose upper pixel
 * is its own; of the last rows of a block the lower one is another thread's. Then each thread adds
 * up a part of the histograms of all. Prints the time of one pixel of one thread. */
#include <upc_relaxed.h>

#include "neighborhood.h"

typedef shared [] neighborhood_pixel *row_t;
typedef shared [] long *counts_t;

shared row_t slab_of[THREADS];
shared counts_t counts_of[THREADS];

static row_t *rows; /* where each row lies */

static void image_create(const struct neighborhood_sizes *sizes) {
    const long side = sizes->side;
    const long first = part_first(side, THREADS, MYTHREAD);
    const long end = part_first(side, THREADS, MYTHREAD + 1);
    slab_of[MYTHREAD] = upc_alloc((size_t)((end - first) * side) + 1);
    counts_of[MYTHREAD] = upc_alloc(NEIGHBORHOOD_COUNTS * sizeof(long));
    rows = program_memory((size_t)side * sizeof *rows);
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        const row_t slab = slab_of[t];
        const long from = part_first(side, THREADS, t);
        const long to = part_first(side, THREADS, t + 1);
        for (long r = from; r < to; r++) rows[r] = slab + (r - from) * side;
    }
    for (long r = first; r < end; r++)
        for (long c = 0; c < side; c++) rows[r][c] = neighborhood_start(sizes, r, c);
    upc_barrier;
}

static void row_count(struct neighborhood_pairs *pairs, row_t row, row_t other, long side, long columns) {
    for (long c = neighborhood_first(columns); c < neighborhood_end(side, columns); c++)
        neighborhood_count(pairs, row[c], other[c + columns]);
}

static void own_count(const struct neighborhood_sizes *sizes, struct neighborhood_pairs *pairs) {
    const long side = sizes->side;
    const long end = part_first(side, THREADS, MYTHREAD + 1);
    for (int h = 0; h < NEIGHBORHOOD_HISTOGRAMS; h++) {
        const long distance = sizes->distance[h / NEIGHBORHOOD_DIRECTIONS];
        const long below = neighborhood_rows_on(h % NEIGHBORHOOD_DIRECTIONS, distance);
        const long columns = neighborhood_columns_on(h % NEIGHBORHOOD_DIRECTIONS, distance);
        for (long r = part_first(side, THREADS, MYTHREAD); r < end && r + below < side; r++)
            row_count(&pairs[h], rows[r], rows[r + below], side, columns);
    }
}

/* The counts of all threads, added up in the memory of thread 0. */
static void counts_add(const struct neighborhood_pairs *pairs) {
    const long *const own = (const long *)pairs; /* struct neighborhood_pairs is an array of long */
    const long first = part_first(NEIGHBORHOOD_COUNTS, THREADS, MYTHREAD);
    const long end = part_first(NEIGHBORHOOD_COUNTS, THREADS, MYTHREAD + 1);
    const size_t bytes = (size_t)(end - first) * sizeof(long);
    long *const sum = program_memory(bytes);
    long *const part = program_memory(bytes);
    upc_memput(counts_of[MYTHREAD], own, NEIGHBORHOOD_COUNTS * sizeof(long));
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        upc_memget(part, counts_of[t] + first, bytes);
        for (long i = 0; i < end - first; i++) sum[i] += part[i];
    }
    upc_memput(counts_of[0] + first, sum, bytes); /* nobody else reads this part */
    free(sum);
    free(part);
    upc_barrier;
}

static uint64_t checksum_expected(const struct neighborhood_sizes *sizes) {
    neighborhood_pixel *image = program_memory((size_t)(sizes->side * sizes->side));
    struct neighborhood_pairs *pairs = program_memory(NEIGHBORHOOD_HISTOGRAMS * sizeof *pairs);
    for (long i = 0; i < sizes->side * sizes->side; i++)
        image[i] = neighborhood_start(sizes, i / sizes->side, i % sizes->side);
    neighborhood_serial(sizes, image, pairs);
    const uint64_t checksum = neighborhood_checksum(pairs);
    free(image);
    free(pairs);
    return checksum;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    struct neighborhood_sizes sizes = neighborhood_class(name).sizes;
    if (!sizes.side) return program_unknown_class("neighborhood", name);
    if (!neighborhood_sizes_read(&sizes, words, word, MYTHREAD == 0)) return 1;
    struct neighborhood_pairs *pairs = program_memory(NEIGHBORHOOD_HISTOGRAMS * sizeof *pairs);
    image_create(&sizes);
    const double start = bench_now_ns();
    own_count(&sizes, pairs);
    counts_add(pairs);
    if (MYTHREAD == 0) {
        upc_memget(pairs, counts_of[0], NEIGHBORHOOD_COUNTS * sizeof(long));
        neighborhood_measures_print(pairs);
        bench_print("neighborhood", (bench_now_ns() - start) * THREADS / (double)(sizes.side * sizes.side));
    }
    const uint64_t checksum = neighborhood_checksum(pairs);
    free(pairs);
    free(rows);
    upc_barrier;
    upc_free(slab_of[MYTHREAD]);
    upc_free(counts_of[MYTHREAD]);
    if (MYTHREAD != 0) return 0;
    dis_checksum_print("neighborhood", checksum);
    return program_verdict("neighborhood", name, checksum == checksum_expected(&sizes));
}
