/* The Neighborhood Stressmark: texture of a square image of 8-bit pixels. Pairs of pixels
 * are counted by their sum and by their difference. They lie at a near or a far distance of each
 * other, in four directions. Energy and entropy of these histograms are what the image is known by.
 * Its sizes are side, near and far.
 *
 * The checksum is of all histograms. */
#ifndef BENCH_DIS_NEIGHBORHOOD_H
#define BENCH_DIS_NEIGHBORHOOD_H

#include <math.h>

#include "dis.h"

typedef uint8_t neighborhood_pixel;

enum {
    NEIGHBORHOOD_LEVELS = 256,
    NEIGHBORHOOD_DISTANCES = 2,
    NEIGHBORHOOD_DIRECTIONS = 4,
    NEIGHBORHOOD_VALUES = 2 * NEIGHBORHOOD_LEVELS
};

/* Pairs of one distance and direction; a difference has LEVELS added. */
struct neighborhood_pairs {
    long sum[NEIGHBORHOOD_VALUES];
    long difference[NEIGHBORHOOD_VALUES];
};

enum {
    NEIGHBORHOOD_HISTOGRAMS = NEIGHBORHOOD_DISTANCES * NEIGHBORHOOD_DIRECTIONS,
    NEIGHBORHOOD_COUNTS = NEIGHBORHOOD_HISTOGRAMS * 2 * NEIGHBORHOOD_VALUES
};

struct neighborhood_sizes {
    long side;
    long distance[NEIGHBORHOOD_DISTANCES];
};

struct neighborhood_class {
    struct neighborhood_sizes sizes;
    uint64_t checksum;
};

/* No side: no such class. */
static inline struct neighborhood_class neighborhood_class(char name) {
    switch (name) {
    case 'S': return (struct neighborhood_class){{64, {1, 10}}, 0xc570929494663ef7};
    case 'W': return (struct neighborhood_class){{512, {1, 10}}, 0xb88f4123e8a85b7b};
    case 'A': return (struct neighborhood_class){{4096, {1, 10}}, 0xfea16157460c489f};
    default: return (struct neighborhood_class){{0, {0, 0}}, 0};
    }
}

static inline int neighborhood_sizes_read(struct neighborhood_sizes *sizes, int words, char **word, int speaks) {
    const struct dis_size all[] = {{"side", &sizes->side, 1, 1L << 20},
                                   {"near", &sizes->distance[0], 1, 1L << 20},
                                   {"far", &sizes->distance[1], 1, 1L << 20}};
    return dis_sizes_read("neighborhood", words, word, all, 3, speaks);
}

/* A slope with stripes and noise. */
static inline neighborhood_pixel neighborhood_start(const struct neighborhood_sizes *sizes, long row, long column) {
    const long slope = (row + column) * (NEIGHBORHOOD_LEVELS / 2) / (2 * sizes->side);
    const long stripe = (row + 3 * column) / 16 % 2 * (NEIGHBORHOOD_LEVELS / 4);
    return (neighborhood_pixel)(slope + stripe +
                                (long)(dis_mix((uint64_t)(row * sizes->side + column)) % (NEIGHBORHOOD_LEVELS / 4)));
}

/* Where the other pixel of a pair lies: to the right, below, and below to the left and right. */
static inline long neighborhood_rows_on(int direction, long distance) {
    return direction == 0 ? 0 : distance;
}

static inline long neighborhood_columns_on(int direction, long distance) {
    return direction == 0 ? distance : (direction - 2) * distance;
}

/* The columns of a row whose pair in this direction lies in the image. */
static inline long neighborhood_first(long columns_on) {
    return columns_on < 0 ? -columns_on : 0;
}

static inline long neighborhood_end(long side, long columns_on) {
    return columns_on > 0 ? side - columns_on : side;
}

static inline void neighborhood_count(struct neighborhood_pairs *pairs, int one, int other) {
    pairs->sum[one + other]++;
    pairs->difference[one - other + NEIGHBORHOOD_LEVELS]++;
}

static inline void neighborhood_serial(const struct neighborhood_sizes *sizes, const neighborhood_pixel *image,
                                       struct neighborhood_pairs *pairs) {
    const long side = sizes->side;
    for (int h = 0; h < NEIGHBORHOOD_HISTOGRAMS; h++) {
        const long distance = sizes->distance[h / NEIGHBORHOOD_DIRECTIONS];
        const long rows = neighborhood_rows_on(h % NEIGHBORHOOD_DIRECTIONS, distance);
        const long columns = neighborhood_columns_on(h % NEIGHBORHOOD_DIRECTIONS, distance);
        for (long r = 0; r + rows < side; r++)
            for (long c = neighborhood_first(columns); c < neighborhood_end(side, columns); c++)
                neighborhood_count(&pairs[h], image[r * side + c], image[(r + rows) * side + c + columns]);
    }
}

static inline uint64_t neighborhood_checksum(const struct neighborhood_pairs *pairs) {
    const long *const count = (const long *)pairs;
    uint64_t checksum = 0;
    for (uint64_t i = 0; i < NEIGHBORHOOD_COUNTS; i++)
        checksum += dis_mix2(i, (uint64_t)count[i]);
    return checksum;
}

static inline void neighborhood_measure(const long *histogram, double *energy, double *entropy) {
    double pairs = 0;
    for (int v = 0; v < NEIGHBORHOOD_VALUES; v++)
        pairs += (double)histogram[v];
    for (int v = 0; v < NEIGHBORHOOD_VALUES; v++) {
        const double part = histogram[v] ? (double)histogram[v] / pairs : 0;
        *energy += part * part;
        *entropy -= part > 0 ? part * log(part) : 0;
    }
}

/* What the image is known by: energy and entropy at each distance, over the directions. */
static inline void neighborhood_measures_print(const struct neighborhood_pairs *pairs) {
    for (int d = 0; d < NEIGHBORHOOD_DISTANCES; d++) {
        double energy = 0;
        double entropy = 0;
        for (int h = d * NEIGHBORHOOD_DIRECTIONS; h < (d + 1) * NEIGHBORHOOD_DIRECTIONS; h++) {
            neighborhood_measure(pairs[h].sum, &energy, &entropy);
            neighborhood_measure(pairs[h].difference, &energy, &entropy);
        }
        printf("neighborhood %s energy %.9f entropy %.9f\n", d == 0 ? "near" : "far", energy, entropy);
    }
}

#endif
