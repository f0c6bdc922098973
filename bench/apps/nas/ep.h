/* NAS EP, "embarrassingly parallel": pairs of uniform random numbers become Gaussian deviates.
 * Only pairs inside the unit circle count, by Marsaglia's polar method. The deviates are added
 * up, and counted by the square annulus in which they lie. Both sides share the work on a block
 * of pairs and the published sums. They differ in who takes which blocks and in how the results
 * meet. */
#ifndef BENCH_EP_H
#define BENCH_EP_H

#include <math.h>

#include "nas.h"

#define EP_SEED 271828183UL
enum { EP_BLOCK_BITS = 16, EP_ANNULI = 10 };

struct ep_class {
    char name;
    int bits; /* 2^bits pairs */
    double sum_x;
    double sum_y;
};

static const struct ep_class ep_classes[] = {
    {'S', 24, -3.247834652034740e+3, -6.958407078382297e+3}, {'W', 25, -2.863319731645753e+3, -6.320053679109499e+3},
    {'A', 28, -4.295875165629892e+3, -1.580732573678431e+4}, {'B', 30, 4.033815542441498e+4, -2.660669192809235e+4},
    {'C', 32, 4.764367927995374e+4, -8.084072988043731e+4},
};

struct ep_sums {
    double x;
    double y;
    double count[EP_ANNULI]; /* below 2^53: exact */
};

static inline const struct ep_class *ep_class_find(char name) {
    for (unsigned c = 0; c < sizeof ep_classes / sizeof ep_classes[0]; c++)
        if (ep_classes[c].name == name) return &ep_classes[c];
    return NULL;
}

/* Adds the deviates of one block of 2^16 pairs. */
static inline void ep_block(long block, struct ep_sums *sums) {
    uint64_t state = nas_skip(EP_SEED, (uint64_t)block << (EP_BLOCK_BITS + 1));
    double sum_x = 0;
    double sum_y = 0;
    for (int i = 0; i < 1 << EP_BLOCK_BITS; i++) {
        const double x = 2 * nas_random(&state) - 1;
        const double y = 2 * nas_random(&state) - 1;
        const double t = x * x + y * y;
        if (t > 1) continue;
        const double factor = sqrt(-2 * log(t) / t);
        const double deviate_x = x * factor;
        const double deviate_y = y * factor;
        sums->count[(int)fmax(fabs(deviate_x), fabs(deviate_y))]++;
        sum_x += deviate_x;
        sum_y += deviate_y;
    }
    sums->x += sum_x;
    sums->y += sum_y;
}

static inline int ep_right(const struct ep_class *class, const struct ep_sums *sums) {
    double pairs = 0; /* those in the unit circle; counts that nothing looks at, compilers leave out */
    for (int a = 0; a < EP_ANNULI; a++)
        pairs += sums->count[a];
    return program_close(sums->x, class->sum_x, 1e-8) && program_close(sums->y, class->sum_y, 1e-8) &&
           program_close(pairs, ldexp(0x1.921fb54442d18p-1, class->bits), 1e-3);
}

#endif
