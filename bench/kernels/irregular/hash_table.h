/* A hash table of counters that all threads fill at once, as programs do that count words or pieces
 * of genomes. It uses open addressing; a slot is claimed by compare-and-swap. Every key comes up
 * four times, from different threads. Afterwards each must have been counted four times, in one
 * slot.
 *
 *     S 2^14 counts, W 2^20, A 2^24 */
#ifndef BENCH_HASH_TABLE_H
#define BENCH_HASH_TABLE_H

#include "../../apps/program.h"

enum { HASH_TABLE_REPEATS = 4, HASH_TABLE_ROOM = 2 }; /* slots a key, about */

struct hash_table_slot {
    uint64_t key; /* 0: free */
    uint64_t count;
};

/* 0: no such class. */
static inline long hash_table_counts(char class) {
    return class == 'S' ? 1L << 14 : class == 'W' ? 1L << 20 : class == 'A' ? 1L << 24 : 0;
}

/* A one-to-one mixture of the bits; 0 stays 0. */
static inline uint64_t hash_table_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* Key n of those to count: different for different n, never 0. */
static inline uint64_t hash_table_key(long n) {
    return hash_table_mix((uint64_t)n + 1);
}

/* Where its search begins: mixed once more, as keys of real programs are not random. */
static inline uint64_t hash_table_hash(uint64_t key) {
    return hash_table_mix(key ^ 0x5851f42d4c957f2dU);
}

#endif
