/* Reference for pointer.upc, serial. Prints the time of one hop. */
#include "pointer.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct pointer_class class = pointer_class(name);
    struct walk_sizes sizes = class.sizes;
    if (!sizes.words) return program_unknown_class("pointer", name);
    if (!walk_sizes_read("pointer", &sizes, words, word, 1)) return 1;
    uint64_t *field = program_memory((size_t)sizes.words * sizeof *field);
    for (long i = 0; i < sizes.words; i++)
        field[i] = walk_word(&sizes, i);
    const double start = bench_now_ns();
    const struct walk_result result = pointer_serial(&sizes, field);
    bench_print("pointer", (bench_now_ns() - start) / (double)(result.hops ? result.hops : 1));
    dis_checksum_print("pointer", result.checksum);
    free(field);
    return program_verdict("pointer", name,
                           memcmp(&sizes, &class.sizes, sizeof sizes) != 0 || result.checksum == class.checksum);
}
