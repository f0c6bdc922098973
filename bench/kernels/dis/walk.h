/* Walks through an array, of which the stressmarks Pointer and Update are made. A hop reads a
 * window of words, an odd number of adjoining ones. The median of them and the number of the hop
 * say where the next window begins. A walk ends at its stop, a range of places, or after `hops`
 * hops. Each walk has a start and a stop of its own. */
#ifndef BENCH_DIS_WALK_H
#define BENCH_DIS_WALK_H

#include "dis.h"

enum { WALK_WINDOW_MOST = 1023 };

struct walk_sizes {
    long words;
    long window;
    long hops;
    long walks;
    long busy; /* 1: of UPC, see busy.h */
};

/* Sizes of a class and of the command line; 0, with a message, if they cannot be. */
static inline int walk_sizes_read(const char *program, struct walk_sizes *sizes, int words, char **word, int speaks) {
    const struct dis_size all[] = {{"words", &sizes->words, 2, 1L << 40},
                                   {"window", &sizes->window, 1, WALK_WINDOW_MOST},
                                   {"hops", &sizes->hops, 1, 1L << 40},
                                   {"walks", &sizes->walks, 1, 1L << 40},
                                   {"busy", &sizes->busy, 0, 1}};
    if (!dis_sizes_read(program, words, word, all, 5, speaks)) return 0;
    if (sizes->window % 2 && sizes->window < sizes->words) return 1;
    if (speaks)
        fprintf(stderr, "%s: window=%ld: not an odd number below that of the words, %ld\n", program, sizes->window,
                sizes->words);
    return 0;
}

/* Places where a window can begin. */
static inline uint64_t walk_places(const struct walk_sizes *sizes) {
    return (uint64_t)(sizes->words - sizes->window);
}

/* What word i is at first: a place. */
static inline uint64_t walk_word(const struct walk_sizes *sizes, long i) {
    return dis_mix((uint64_t)i) % walk_places(sizes);
}

struct walk {
    uint64_t at;
    uint64_t stop;
    uint64_t stop_width;
    long hops;
};

/* The stop is so wide that most walks find it. */
static inline struct walk walk_begin(const struct walk_sizes *sizes, long number) {
    const uint64_t places = walk_places(sizes);
    const uint64_t width = 2 * places / (uint64_t)sizes->hops;
    const struct walk walk = {.at = dis_mix2(1, (uint64_t)number) % places,
                              .stop = dis_mix2(2, (uint64_t)number) % places,
                              .stop_width = width ? width : 1};
    return walk;
}

static inline int walk_ends(const struct walk_sizes *sizes, const struct walk *walk) {
    return walk->hops == sizes->hops || (walk->at >= walk->stop && walk->at < walk->stop + walk->stop_width);
}

/* The median, by counting as the suite does it. */
static inline uint64_t walk_median(const uint64_t *window, long n) {
    for (long i = 0; i < n; i++) {
        long below = 0;
        for (long k = 0; k < n; k++)
            below += window[k] < window[i] || (window[k] == window[i] && k < i);
        if (below == n / 2) return window[i];
    }
    return 0; /* not reached: of n different pairs (word, place) one has n / 2 below it */
}

static inline uint64_t walk_sum(const uint64_t *window, long n) {
    uint64_t sum = 0;
    for (long i = 0; i < n; i++)
        sum += window[i];
    return sum;
}

static inline void walk_hop(const struct walk_sizes *sizes, struct walk *walk, const uint64_t *window) {
    walk->at = (walk_median(window, sizes->window) + (uint64_t)walk->hops) % walk_places(sizes);
    walk->hops++;
}

/* What a walk adds to the checksum. */
static inline uint64_t walk_mark(long number, const struct walk *walk) {
    return dis_mix2(dis_mix2((uint64_t)number, walk->at), (uint64_t)walk->hops);
}

/* Hops and checksum of walks, in any order. */
struct walk_result {
    uint64_t checksum;
    long hops;
};

static inline void walk_add(struct walk_result *result, long number, const struct walk *walk) {
    result->checksum += walk_mark(number, walk);
    result->hops += walk->hops;
}

#endif
