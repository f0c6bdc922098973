/* Reference for neighborhood.upc, serial. Prints the time of one pixel. */
#include "neighborhood.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct neighborhood_class class = neighborhood_class(name);
    struct neighborhood_sizes sizes = class.sizes;
    if (!sizes.side) return program_unknown_class("neighborhood", name);
    if (!neighborhood_sizes_read(&sizes, words, word, 1)) return 1;
    neighborhood_pixel *image = program_memory((size_t)(sizes.side * sizes.side));
    struct neighborhood_pairs *pairs = program_memory(NEIGHBORHOOD_HISTOGRAMS * sizeof *pairs);
    for (long i = 0; i < sizes.side * sizes.side; i++)
        image[i] = neighborhood_start(&sizes, i / sizes.side, i % sizes.side);
    const double start = bench_now_ns();
    neighborhood_serial(&sizes, image, pairs);
    neighborhood_measures_print(pairs);
    bench_print("neighborhood", (bench_now_ns() - start) / (double)(sizes.side * sizes.side));
    const uint64_t checksum = neighborhood_checksum(pairs);
    dis_checksum_print("neighborhood", checksum);
    free(image);
    free(pairs);
    return program_verdict("neighborhood", name,
                           memcmp(&sizes, &class.sizes, sizeof sizes) != 0 || checksum == class.checksum);
}
