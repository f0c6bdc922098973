/* NAS FT: a partial differential equation solved by Fourier transforms. A cube of random complex
 * numbers is transformed once. Then each step damps every wave by its length, transforms back, and
 * adds up 1024 of the values. Both sides share the sizes, the published sums, and what happens to
 * the planes that a thread owns. Each side allocates, finds and transposes planes in its own way.
 *
 * The includer first says where planes lie: `#define FT_WHERE shared []` in UPC, nothing in C.
 *
 * Vocabulary: a z-plane holds [y][x], a y-plane [z][x]; a thread owns some of each. A line is a
 * row or column of a plane that is transformed. Lines go through private buffers in batches,
 * side by side. So the inner loops are over lines. */
#ifndef BENCH_FT_H
#define BENCH_FT_H

#include <math.h>

#include "nas.h"

#define FT_SEED 314159265UL
#define FT_DAMPING 1e-6
enum { FT_LINE_MAX = 512, FT_BATCH = 8, FT_STEPS_MAX = 20, FT_SAMPLES = 1024 };

struct ft_complex {
    double re;
    double im;
};

typedef FT_WHERE struct ft_complex *ft_plane;

struct ft_class {
    char name;
    int nx;
    int ny;
    int nz;
    int steps;
    struct ft_complex sum[FT_STEPS_MAX];
};

static const struct ft_class ft_classes[] = {
    {'S',
     64,
     64,
     64,
     6,
     {{5.546087004964e2, 4.845363331978e2},
      {5.546385409189e2, 4.865304269511e2},
      {5.546148406171e2, 4.883910722336e2},
      {5.545423607415e2, 4.901273169046e2},
      {5.544255039624e2, 4.917475857993e2},
      {5.542683411902e2, 4.932597244941e2}}},
    {'W',
     128,
     128,
     32,
     6,
     {{5.673612178944e2, 5.293246849175e2},
      {5.631436885271e2, 5.282149986629e2},
      {5.594024089970e2, 5.270996558037e2},
      {5.560698047020e2, 5.260027904925e2},
      {5.530898991250e2, 5.249400845633e2},
      {5.504159734538e2, 5.239212247086e2}}},
    {'A',
     256,
     256,
     128,
     6,
     {{5.046735008193e2, 5.114047905510e2},
      {5.059412319734e2, 5.098809666433e2},
      {5.069376896287e2, 5.098144042213e2},
      {5.077892868474e2, 5.101336130759e2},
      {5.085233095391e2, 5.104914655194e2},
      {5.091487099959e2, 5.107917842803e2}}},
    {'B', 512, 256, 256, 20, {{5.177643571579e2, 5.077803458597e2}, {5.154521291263e2, 5.088249431599e2},
                              {5.146409228649e2, 5.096208912659e2}, {5.142378756213e2, 5.101023387619e2},
                              {5.139626667737e2, 5.103976610617e2}, {5.137423460082e2, 5.105948019802e2},
                              {5.135547056878e2, 5.107404165783e2}, {5.133910925466e2, 5.108576573661e2},
                              {5.132470705390e2, 5.109577278523e2}, {5.131197729984e2, 5.110460304483e2},
                              {5.130070319283e2, 5.111252433800e2}, {5.129070537032e2, 5.111968077718e2},
                              {5.128182883502e2, 5.112616233064e2}, {5.127393733383e2, 5.113203605551e2},
                              {5.126691062020e2, 5.113735928093e2}, {5.126064276004e2, 5.114218460548e2},
                              {5.125504076570e2, 5.114656139760e2}, {5.125002331720e2, 5.115053595966e2},
                              {5.124551951846e2, 5.115415130407e2}, {5.124146770029e2, 5.115744692211e2}}},
};

static inline const struct ft_class *ft_class_find(char name) {
    for (unsigned c = 0; c < sizeof ft_classes / sizeof ft_classes[0]; c++)
        if (ft_classes[c].name == name) return &ft_classes[c];
    return NULL;
}

/* What a thread needs for lines: powers of the root of unity of FT_LINE_MAX, and two buffers. */
struct ft_lines {
    struct ft_complex root[FT_LINE_MAX / 2];
    struct ft_complex from[FT_LINE_MAX * FT_BATCH];
    struct ft_complex to[FT_LINE_MAX * FT_BATCH];
};

static inline struct ft_lines *ft_lines_create(void) {
    struct ft_lines *lines = (struct ft_lines *)program_memory(sizeof *lines);
    for (int k = 0; k < FT_LINE_MAX / 2; k++) {
        lines->root[k].re = cos(2 * M_PI * k / FT_LINE_MAX);
        lines->root[k].im = -sin(2 * M_PI * k / FT_LINE_MAX);
    }
    return lines;
}

/* One butterfly of each line of a batch: sum and turned difference. */
static inline void ft_butterflies(const struct ft_complex *low, const struct ft_complex *high, struct ft_complex turn,
                                  struct ft_complex *restrict sum, struct ft_complex *restrict difference) {
    for (int line = 0; line < FT_BATCH; line++) {
        const double re = low[line].re - high[line].re;
        const double im = low[line].im - high[line].im;
        sum[line].re = low[line].re + high[line].re;
        sum[line].im = low[line].im + high[line].im;
        difference[line].re = re * turn.re - im * turn.im;
        difference[line].im = re * turn.im + im * turn.re;
    }
}

/* Transforms a batch of lines of n points (Stockham's form: the order comes out right); gives
 * the buffer the result is in. `direction` is 1 forward, -1 backward; neither scales. */
static inline const struct ft_complex *ft_batch(struct ft_lines *lines, int n, int direction) {
    struct ft_complex *from = lines->from;
    struct ft_complex *to = lines->to;
    for (int half = n / 2, run = 1; half; half /= 2, run *= 2) {
        for (int j = 0; j < half; j++) {
            struct ft_complex turn = lines->root[j * (FT_LINE_MAX / 2 / half)];
            turn.im *= direction;
            for (int k = 0; k < run; k++)
                ft_butterflies(from + (k + j * run) * FT_BATCH, from + (k + (j + half) * run) * FT_BATCH, turn,
                               to + (k + 2 * j * run) * FT_BATCH, to + (k + (2 * j + 1) * run) * FT_BATCH);
        }
        struct ft_complex *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* Transforms `count` lines of a plane: line l begins at l * line_step, its n points are `step`
 * apart. Counts are multiples of a batch. */
static inline void ft_transform(struct ft_lines *lines, ft_plane plane, int n, int step, int count, int line_step,
                                int direction) {
    for (int first = 0; first < count; first += FT_BATCH) {
        for (int i = 0; i < n; i++)
            for (int l = 0; l < FT_BATCH; l++)
                lines->from[i * FT_BATCH + l] = plane[(first + l) * line_step + i * step];
        const struct ft_complex *result = ft_batch(lines, n, direction);
        for (int i = 0; i < n; i++)
            for (int l = 0; l < FT_BATCH; l++)
                plane[(first + l) * line_step + i * step] = result[i * FT_BATCH + l];
    }
}

/* Along x and y. */
static inline void ft_transform_z_plane(const struct ft_class *class, struct ft_lines *lines, ft_plane plane,
                                        int direction) {
    ft_transform(lines, plane, class->nx, 1, class->ny, class->nx, direction);
    ft_transform(lines, plane, class->ny, class->nx, class->nx, 1, direction);
}

/* Along z. */
static inline void ft_transform_y_plane(const struct ft_class *class, struct ft_lines *lines, ft_plane plane,
                                        int direction) {
    ft_transform(lines, plane, class->nz, class->nx, class->nx, 1, direction);
}

static inline void ft_plane_fill(const struct ft_class *class, ft_plane plane, int z) {
    const int points = class->nx * class->ny;
    uint64_t state = nas_skip(FT_SEED, 2 * (uint64_t)z * (uint64_t)points);
    for (int i = 0; i < points; i++) {
        plane[i].re = nas_random(&state);
        plane[i].im = nas_random(&state);
    }
}

/* What a step does to a wave with `number` waves along a side of n points. */
static inline double ft_damping(int number, int n) {
    const int folded = number < n / 2 ? number : number - n;
    return exp(-4 * FT_DAMPING * M_PI * M_PI * folded * folded);
}

/* One step of y-plane number y: damps it, and copies it to where it is transformed back. */
static inline void ft_evolve(const struct ft_class *class, ft_plane waves, ft_plane copy, int y,
                             const double *damping_x) {
    for (int z = 0; z < class->nz; z++) {
        const double damping = ft_damping(y, class->ny) * ft_damping(z, class->nz);
        for (int x = 0; x < class->nx; x++) {
            const int at = z * class->nx + x;
            struct ft_complex wave = waves[at];
            wave.re *= damping * damping_x[x];
            wave.im *= damping * damping_x[x];
            waves[at] = wave;
            copy[at] = wave;
        }
    }
}

/* The samples among the z-planes first .. end - 1, divided by the number of all points (backward
 * transforms do not scale). */
static inline struct ft_complex ft_samples(const struct ft_class *class, ft_plane *z_planes, int first, int end) {
    struct ft_complex sum = {0, 0};
    const double points = (double)class->nx * class->ny * class->nz;
    for (int j = 1; j <= FT_SAMPLES; j++) {
        const int x = j % class->nx;
        const int y = 3 * j % class->ny;
        const int z = 5 * j % class->nz;
        if (z < first || z >= end) continue;
        sum.re += z_planes[z][y * class->nx + x].re / points;
        sum.im += z_planes[z][y * class->nx + x].im / points;
    }
    return sum;
}

static inline int ft_right(const struct ft_class *class, const struct ft_complex *sum) {
    int right = 1;
    for (int s = 0; s < class->steps; s++)
        right &= program_close(sum[s].re, class->sum[s].re, 1e-12) && program_close(sum[s].im, class->sum[s].im, 1e-12);
    return right;
}

#endif
