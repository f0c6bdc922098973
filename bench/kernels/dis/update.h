/* The Update Stressmark: walks (see walk.h) of which each hop also writes. The first word of its
 * window becomes the sum of the window, taken as a place. So the walks follow each other in one
 * order, and one thread goes them all. Its sizes are words, window, hops and walks.
 *
 * The checksum is of the walks and of all words at the end. */
#ifndef BENCH_DIS_UPDATE_H
#define BENCH_DIS_UPDATE_H

#include "walk.h"

struct update_class {
    struct walk_sizes sizes;
    uint64_t checksum;
};

/* No words: no such class. */
static inline struct update_class update_class(char name) {
    switch (name) {
    case 'S': return (struct update_class){{1L << 12, 5, 256, 2, 0}, 0xc2fc99176d89ccf5};
    case 'W': return (struct update_class){{1L << 16, 9, 1024, 8, 0}, 0x65d17238a033edce};
    case 'A': return (struct update_class){{1L << 22, 9, 1L << 16, 16, 0}, 0x0d1ca19e2e35dbd1};
    default: return (struct update_class){{0, 0, 0, 0, 0}, 0};
    }
}

static inline uint64_t update_word_mark(long i, uint64_t word) {
    return dis_mix2((uint64_t)i, word);
}

/* What a hop writes to the first word of its window. */
static inline uint64_t update_value(const struct walk_sizes *sizes, const uint64_t *window) {
    return walk_sum(window, sizes->window) % walk_places(sizes);
}

static inline struct walk_result update_serial(const struct walk_sizes *sizes, uint64_t *field) {
    struct walk_result result = {0, 0};
    for (long number = 0; number < sizes->walks; number++) {
        struct walk walk = walk_begin(sizes, number);
        while (!walk_ends(sizes, &walk)) {
            uint64_t *const window = field + walk.at;
            const uint64_t value = update_value(sizes, window);
            walk_hop(sizes, &walk, window);
            *window = value;
        }
        walk_add(&result, number, &walk);
    }
    return result;
}

/* With the words as they are now. */
static inline uint64_t update_checksum(const struct walk_sizes *sizes, const struct walk_result *result,
                                       const uint64_t *field) {
    uint64_t checksum = result->checksum;
    for (long i = 0; i < sizes->words; i++)
        checksum += update_word_mark(i, field[i]);
    return checksum;
}

#endif
