/* RandomAccess of the HPC Challenge: 4 n updates table[r % n] ^= r of a table of n = 2^k words, r
 * from one sequence over all threads. Updates of several threads to one word may get lost. All of
 * them once more, without loss, must leave table[i] = i in at least 99 of 100 words.
 *
 * The sequence: bit vectors as polynomials over the field of two elements, r_i = x^i modulo x^64 +
 * x^2 + x + 1. */
#ifndef BENCH_RANDOM_ACCESS_H
#define BENCH_RANDOM_ACCESS_H

#include "../../apps/program.h"

/* What a thread reads need not be newer than its update LOOK_AHEAD updates ago (the rules allow
 * 1024). */
enum { RANDOM_ACCESS_POLYNOMIAL = 7, RANDOM_ACCESS_UPDATES_EACH = 4, RANDOM_ACCESS_LOOK_AHEAD = 128 };

static inline uint64_t random_access_next(uint64_t r) {
    return (r << 1) ^ ((int64_t)r < 0 ? RANDOM_ACCESS_POLYNOMIAL : 0);
}

static inline uint64_t random_access_product(uint64_t a, uint64_t b) {
    uint64_t product = 0;
    for (; b; b >>= 1, a = random_access_next(a))
        if (b & 1) product ^= a;
    return product;
}

/* Number n of the sequence: x^n. */
static inline uint64_t random_access_at(uint64_t n) {
    uint64_t result = 1;
    for (uint64_t power = 2; n; n >>= 1, power = random_access_product(power, power))
        if (n & 1) result = random_access_product(result, power);
    return result;
}

/* Words of the table, or 0 if there is no such class; 8 words take 64 bytes. A processor has
 * dozens of updates under way. Each is lost if another one changes its word meanwhile. In a table
 * much smaller than S that alone is more than the hundredth that may be lost. */
static inline uint64_t random_access_words(char class) {
    switch (class) {
    case 'S': return 1UL << 17;
    case 'W': return 1UL << 20;
    case 'A': return 1UL << 24;
    case 'B': return 1UL << 27;
    default: return 0;
    }
}

#endif
