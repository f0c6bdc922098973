/* NAS IS, "integer sort": the ranks of 2^k keys are found by counting, ten times. Two keys change
 * between one time and the next. At the end the keys are put into order. Both sides share the
 * sizes, the keys and the published ranks of five of them.
 *
 * Vocabulary: the rank of a key is the number of keys smaller than it. In iteration i the five
 * published ranks grow or shrink with i. */
#ifndef BENCH_IS_H
#define BENCH_IS_H

#include "nas.h"

#define IS_SEED 314159265UL
enum { IS_ITERATIONS = 10, IS_PROBES = 5 };

struct is_probe {
    long index; /* place of the key */
    long rank;  /* the rank in iteration i is rank + step (i - lag) */
    int step;
    int lag;
};

struct is_class {
    char name;
    int key_bits;   /* 2^key_bits keys */
    int value_bits; /* below 2^value_bits */
    struct is_probe probe[IS_PROBES];
};

static const struct is_class is_classes[] = {
    {'S',
     16,
     11,
     {{48427, 0, 1, 0}, {17148, 18, 1, 0}, {23627, 346, 1, 0}, {62548, 64917, -1, 0}, {4431, 65463, -1, 0}}},
    {'W',
     20,
     16,
     {{357773, 1249, 1, 2},
      {934767, 11698, 1, 2},
      {875723, 1039987, -1, 0},
      {898999, 1043896, -1, 0},
      {404505, 1048018, -1, 0}}},
    {'A',
     23,
     19,
     {{2112377, 104, 1, 1},
      {662041, 17523, 1, 1},
      {5336171, 123928, 1, 1},
      {3642833, 8288932, -1, 1},
      {4250760, 8388264, -1, 1}}},
    {'B',
     25,
     21,
     {{41869, 33422937, -1, 0},
      {812306, 10244, 1, 0},
      {5102857, 59149, 1, 0},
      {18232239, 33135281, -1, 0},
      {26860214, 99, 1, 0}}},
};

static inline const struct is_class *is_class_find(char name) {
    for (unsigned c = 0; c < sizeof is_classes / sizeof is_classes[0]; c++)
        if (is_classes[c].name == name) return &is_classes[c];
    return NULL;
}

/* The next key: the mean of four numbers, scaled. */
static inline int is_key_next(uint64_t *state, const struct is_class *class) {
    const double a = nas_random(state);
    const double b = nas_random(state);
    const double c = nas_random(state);
    const double d = nas_random(state);
    return (int)((double)(1 << class->value_bits >> 2) * (a + b + c + d));
}

static inline uint64_t is_state_at(long index) {
    return nas_skip(IS_SEED, 4 * (uint64_t)index);
}

static inline long is_rank_expected(const struct is_probe *probe, int iteration) {
    return probe->rank + probe->step * (long)(iteration - probe->lag);
}

#endif
