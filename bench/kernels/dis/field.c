/* Reference for field.upc, serial. Prints the time of one word of one token's search. */
#include "field.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct field_class class = field_class(name);
    struct field_sizes sizes = class.sizes;
    if (!sizes.words) return program_unknown_class("field", name);
    if (!field_sizes_read(&sizes, words, word, 1)) return 1;
    field_word *field = program_memory((size_t)sizes.words);
    for (long i = 0; i < sizes.words; i++)
        field[i] = field_start(&sizes, i);
    const double start = bench_now_ns();
    const uint64_t checksum = field_serial(&sizes, field);
    bench_print("field", (bench_now_ns() - start) / ((double)sizes.words * (double)sizes.tokens));
    dis_checksum_print("field", checksum);
    free(field);
    return program_verdict("field", name,
                           memcmp(&sizes, &class.sizes, sizeof sizes) != 0 || checksum == class.checksum);
}
