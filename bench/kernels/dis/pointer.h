/* The Pointer Stressmark: walks that only read (see walk.h). Its sizes are words, window, hops and
 * walks. */
#ifndef BENCH_DIS_POINTER_H
#define BENCH_DIS_POINTER_H

#include "walk.h"

struct pointer_class {
    struct walk_sizes sizes;
    uint64_t checksum;
};

/* No words: no such class. */
static inline struct pointer_class pointer_class(char name) {
    switch (name) {
    case 'S': return (struct pointer_class){{1L << 12, 5, 64, 16, 0}, 0x3d44ce251302933f};
    case 'W': return (struct pointer_class){{1L << 16, 9, 256, 64, 0}, 0x8396f4644ed997c5};
    case 'A': return (struct pointer_class){{1L << 22, 9, 4096, 256, 0}, 0xd460ca73fcf02891};
    default: return (struct pointer_class){{0, 0, 0, 0, 0}, 0};
    }
}

static inline struct walk_result pointer_serial(const struct walk_sizes *sizes, const uint64_t *field) {
    struct walk_result result = {0, 0};
    for (long number = 0; number < sizes->walks; number++) {
        struct walk walk = walk_begin(sizes, number);
        while (!walk_ends(sizes, &walk))
            walk_hop(sizes, &walk, field + walk.at);
        walk_add(&result, number, &walk);
    }
    return result;
}

#endif
