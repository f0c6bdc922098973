/* What the programs of this folder share. They are four stressmarks of the Data Intensive Systems
 * benchmark suite. They are written from its description and from that of their form in UPC
 * ("Scalable RDMA performance in PGAS languages", section 4.4).
 *
 *     program [CLASS] [NAME=NUMBER ...]
 *
 * CLASS names a set of sizes; NAME=NUMBER changes one of them. Each program prints its checksum,
 * which does not depend on the number of threads. The UPC programs compare it with that of a serial
 * run on private memory. The references in C compare it with the one beside their class.
 *
 * Vocabulary: a word is an element of the array that a stressmark goes through.
 */
#ifndef BENCH_DIS_H
#define BENCH_DIS_H

#include <errno.h>

#include "../../apps/program.h"

/* A size of a program, as NAME=NUMBER sets it. */
struct dis_size {
    const char *name;
    long *value;
    long least;
    long most;
};

static inline int dis_wrong_size(const char *program, const char *word, const struct dis_size *size) {
    if (size)
        fprintf(stderr, "%s: %s: not a number from %ld to %ld\n", program, word, size->least, size->most);
    else
        fprintf(stderr, "%s: %s: no such size; see the head of the source\n", program, word);
    return 0;
}

/* Takes the words of the form NAME=NUMBER; 0, with a message, if one is wrong. speaks: 0 in all
 * threads of a UPC program but one. */
static inline int dis_sizes_read(const char *program, int words, char **word, const struct dis_size *sizes, int count,
                                 int speaks) {
    for (int w = 1; w < words; w++) {
        const char *const equals = strchr(word[w], '=');
        if (!equals) continue;
        const struct dis_size *size = NULL;
        for (int s = 0; s < count; s++)
            if (strlen(sizes[s].name) == (size_t)(equals - word[w]) &&
                strncmp(sizes[s].name, word[w], (size_t)(equals - word[w])) == 0)
                size = &sizes[s];
        char *end = NULL;
        errno = 0;
        const long value = size ? strtol(equals + 1, &end, 10) : 0;
        if (!size || errno || end == equals + 1 || *end || value < size->least || value > size->most)
            return speaks ? dis_wrong_size(program, word[w], size) : 0;
        *size->value = value;
    }
    return 1;
}

/* A one-to-one mixture of the bits. */
static inline uint64_t dis_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* A mixture of two numbers in which their order counts. */
static inline uint64_t dis_mix2(uint64_t a, uint64_t b) {
    return dis_mix(dis_mix(a) ^ b);
}

static inline void dis_checksum_print(const char *program, uint64_t checksum) {
    printf("%s checksum %016llx\n", program, (unsigned long long)checksum);
}

#endif
