/* Reference for update.upc, serial. Prints the time of one hop. */
#include "update.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct update_class class = update_class(name);
    struct walk_sizes sizes = class.sizes;
    if (!sizes.words) return program_unknown_class("update", name);
    if (!walk_sizes_read("update", &sizes, words, word, 1)) return 1;
    uint64_t *field = program_memory((size_t)sizes.words * sizeof *field);
    for (long i = 0; i < sizes.words; i++)
        field[i] = walk_word(&sizes, i);
    const double start = bench_now_ns();
    const struct walk_result result = update_serial(&sizes, field);
    bench_print("update", (bench_now_ns() - start) / (double)(result.hops ? result.hops : 1));
    const uint64_t checksum = update_checksum(&sizes, &result, field);
    dis_checksum_print("update", checksum);
    free(field);
    return program_verdict("update", name,
                           memcmp(&sizes, &class.sizes, sizeof sizes) != 0 || checksum == class.checksum);
}
