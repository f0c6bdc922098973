/* Bucket sort of random 32-bit keys. Every thread sends each key to the thread in whose range of
 * values the key lies. Then all threads sort what they got, byte by byte. In the end the keys must
 * be in order from thread to thread, and be the same keys. The check compares their number, their
 * sum and the sum of a mixture of each.
 *
 * The includer first says where keys lie: `#define BUCKET_WHERE shared []` in UPC, nothing in C.
 *
 *     S 2^14 keys, W 2^20, A 2^23 */
#ifndef BENCH_BUCKET_SORT_H
#define BENCH_BUCKET_SORT_H

#include "../apps/program.h"

typedef BUCKET_WHERE uint32_t *bucket_keys;

enum { BUCKET_DIGITS = 4, BUCKET_DIGIT_VALUES = 256 };

/* 0: no such class. */
static inline long bucket_keys_of(char class) {
    return class == 'S' ? 1L << 14 : class == 'W' ? 1L << 20 : class == 'A' ? 1L << 23 : 0;
}

static inline uint32_t bucket_key(long i) {
    uint64_t x = ((uint64_t)i + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93U;
    return (uint32_t)(x >> 32);
}

/* The thread a key goes to. */
static inline int bucket_of(uint32_t key, int threads) {
    return (int)((uint64_t)key * (uint64_t)threads >> 32);
}

/* What a multitude of keys is known by. */
struct bucket_mark {
    uint64_t keys;
    uint64_t sum;
    uint64_t mixed;
};

static inline void bucket_mark_add(struct bucket_mark *mark, uint32_t key) {
    mark->keys++;
    mark->sum += key;
    mark->mixed += (uint64_t)key * key ^ key >> 3;
}

static inline int bucket_mark_right(const struct bucket_mark *found, long keys) {
    struct bucket_mark expected = {0, 0, 0};
    for (long i = 0; i < keys; i++)
        bucket_mark_add(&expected, bucket_key(i));
    return found->keys == expected.keys && found->sum == expected.sum && found->mixed == expected.mixed;
}

/* Sorts n keys; `room` is as large. After an even number of digits they are back where they
 * were. */
static inline void bucket_sort(bucket_keys keys, bucket_keys room, long n) {
    for (int digit = 0; digit < BUCKET_DIGITS; digit++) {
        const int shift = 8 * digit;
        long place[BUCKET_DIGIT_VALUES] = {0};
        long sum = 0;
        for (long i = 0; i < n; i++)
            place[keys[i] >> shift & 255]++;
        for (int v = 0; v < BUCKET_DIGIT_VALUES; v++) {
            const long here = place[v];
            place[v] = sum;
            sum += here;
        }
        for (long i = 0; i < n; i++) {
            const uint32_t key = keys[i];
            room[place[key >> shift & 255]++] = key;
        }
        bucket_keys swap = keys;
        keys = room;
        room = swap;
    }
}

#endif
