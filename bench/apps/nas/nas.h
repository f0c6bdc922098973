/* Random numbers of the NAS Parallel Benchmarks, as the report RNR-94-007 defines them in its
 * section 2.3. The state x becomes a x mod 2^46 with a = 5^13; the number is the new x times
 * 2^-46, between 0 and 1. As 46 bits are less than 64, an unsigned product that overflows still
 * has the right lower bits. */
#ifndef BENCH_NAS_H
#define BENCH_NAS_H

#include <stdint.h>

#include "../program.h"

#define NAS_FACTOR 1220703125UL
#define NAS_MASK ((UINT64_C(1) << 46) - 1)

/* The next number; x is the state. */
static inline double nas_random(uint64_t *x) {
    *x = *x * NAS_FACTOR & NAS_MASK;
    return (double)(int64_t)*x * 0x1p-46;
}

/* The state n numbers behind x: threads start in the middle of one sequence. */
static inline uint64_t nas_skip(uint64_t x, uint64_t n) {
    for (uint64_t power = NAS_FACTOR; n; n >>= 1, power = power * power & NAS_MASK)
        if (n & 1) x = x * power & NAS_MASK;
    return x;
}

#endif
