/* NAS MG, "multigrid": V-cycles for the Poisson equation on a periodic cube with ten charges of
 * each sign. Both sides share the sizes, the published norms of the last residual, and the charges.
 * They also share the loops over the planes that a thread owns. Each side allocates and finds
 * planes, and keeps threads in step, in its own way.
 *
 * The includer first says what points to a plane: `typedef ... *mg_plane`.
 *
 * Vocabulary: level k has 2^k points a side. A plane holds side + 2 rows of side + 2 values; its
 * outermost rows and values repeat the opposite edge. Planes themselves wrap around by their
 * number. Coarse point j lies at fine point 2 j + 1. The 27 neighbours of a point fall into four
 * sets (itself, 6 faces, 12 edges, 8 corners). A set has one weight in each operator. */
#ifndef BENCH_MG_H
#define BENCH_MG_H

#include <math.h>

#include "nas.h"

#define MG_SEED 314159265UL
enum { MG_LEVELS = 10, MG_CHARGES = 10, MG_WIDTH_MAX = (1 << (MG_LEVELS - 1)) + 2 };

struct mg_class {
    char name;
    int level;
    int cycles;
    double smooth[3]; /* weights of the smoother */
    double norm;
};

static const struct mg_class mg_classes[] = {
    {'S', 5, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64}, 0.5307707005734e-04},
    {'W', 7, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64}, 0.6467329375339e-05},
    {'A', 8, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64}, 0.2433365309069e-05},
    {'B', 8, 20, {-3.0 / 17, 1.0 / 33, -1.0 / 61}, 0.1800564401355e-05},
};

static inline const struct mg_class *mg_class_find(char name) {
    for (unsigned c = 0; c < sizeof mg_classes / sizeof mg_classes[0]; c++)
        if (mg_classes[c].name == name) return &mg_classes[c];
    return NULL;
}

/* One level as a thread sees it: all planes of the solution and of the residual, of which first
 * .. end - 1 are its own. */
struct mg_level {
    int side;
    int first;
    int end;
    mg_plane *u;
    mg_plane *r;
};

static inline size_t mg_plane_values(int side) {
    return (size_t)(side + 2) * (size_t)(side + 2);
}

/* Repeats the opposite edges around a plane. */
static inline void mg_edges(mg_plane plane, int side) {
    const int width = side + 2;
    for (int row = 1; row <= side; row++) {
        plane[row * width] = plane[row * width + side];
        plane[row * width + side + 1] = plane[row * width + 1];
    }
    for (int i = 0; i < width; i++) {
        plane[i] = plane[side * width + i];
        plane[(side + 1) * width + i] = plane[width + i];
    }
}

static inline void mg_zero(const struct mg_level *level, mg_plane *grid) {
    for (int p = level->first; p < level->end; p++)
        for (size_t i = 0; i < mg_plane_values(level->side); i++)
            grid[p][i] = 0;
}

/* Sums around each point of a row: of the four rows beside it (near) and of the four diagonal to
 * it (far). */
static inline void mg_sums(mg_plane *grid, int side, int plane, int row, double *restrict near, double *restrict far) {
    const int width = side + 2;
    const int at = row * width;
    mg_plane below = grid[(plane + side - 1) % side] + at;
    mg_plane middle = grid[plane] + at;
    mg_plane above = grid[(plane + 1) % side] + at;
    for (int i = 0; i < width; i++) {
        near[i] = middle[i - width] + middle[i + width] + below[i] + above[i];
        far[i] = below[i - width] + below[i + width] + above[i - width] + above[i + width];
    }
}

/* r = v - A u. */
static inline void mg_residual(const struct mg_level *level, mg_plane *v) {
    const int side = level->side;
    const int width = side + 2;
    double near[MG_WIDTH_MAX];
    double far[MG_WIDTH_MAX];
    for (int p = level->first; p < level->end; p++) {
        for (int row = 1; row <= side; row++) {
            mg_plane out = level->r[p] + row * width;
            mg_plane in = level->u[p] + row * width;
            mg_plane right = v[p] + row * width;
            mg_sums(level->u, side, p, row, near, far);
            for (int i = 1; i <= side; i++)
                out[i] = right[i] + 8.0 / 3 * in[i] - 1.0 / 6 * (far[i] + near[i - 1] + near[i + 1]) -
                         1.0 / 12 * (far[i - 1] + far[i + 1]);
        }
        mg_edges(level->r[p], side);
    }
}

/* u = u + S r. */
static inline void mg_smooth(const struct mg_level *level, const double *weight) {
    const int side = level->side;
    const int width = side + 2;
    const double self = weight[0];
    const double face = weight[1];
    const double edge = weight[2];
    double near[MG_WIDTH_MAX];
    double far[MG_WIDTH_MAX];
    for (int p = level->first; p < level->end; p++) {
        for (int row = 1; row <= side; row++) {
            mg_plane out = level->u[p] + row * width;
            mg_plane in = level->r[p] + row * width;
            mg_sums(level->r, side, p, row, near, far);
            for (int i = 1; i <= side; i++)
                out[i] += self * in[i] + face * (in[i - 1] + in[i + 1] + near[i]) +
                          edge * (far[i] + near[i - 1] + near[i + 1]);
        }
        mg_edges(level->u[p], side);
    }
}

/* The residual on the coarse grid: weighted means of the fine one. */
static inline void mg_restrict(const struct mg_level *coarse, const struct mg_level *fine) {
    const int side = coarse->side;
    double near[MG_WIDTH_MAX];
    double far[MG_WIDTH_MAX];
    for (int p = coarse->first; p < coarse->end; p++) {
        for (int row = 1; row <= side; row++) {
            mg_plane out = coarse->r[p] + row * (side + 2);
            mg_plane in = fine->r[2 * p + 1] + 2 * row * (fine->side + 2);
            mg_sums(fine->r, fine->side, 2 * p + 1, 2 * row, near, far);
            for (int j = 1; j <= side; j++) {
                const int i = 2 * j;
                out[j] = 0.5 * in[i] + 0.25 * (in[i - 1] + in[i + 1] + near[i]) +
                         0.125 * (near[i - 1] + near[i + 1] + far[i]) + 0.0625 * (far[i - 1] + far[i + 1]);
            }
        }
        mg_edges(coarse->r[p], side);
    }
}

/* Adds the coarse solution to the fine one, linearly between its points. Rows of numbers 2 j + 1
 * and 2 j + 2 lie between or on coarse rows. */
static inline void mg_prolong(const struct mg_level *fine, const struct mg_level *coarse) {
    const int side = coarse->side;
    const int width = side + 2;
    double sum[MG_WIDTH_MAX];
    for (int p = fine->first; p < fine->end; p++) {
        mg_plane below = coarse->u[p % 2 ? p / 2 : (p / 2 + side - 1) % side];
        mg_plane above = coarse->u[p / 2];
        for (int row = 1; row <= fine->side; row++) {
            const int low = row / 2 * width;
            const int high = (row + 1) / 2 * width;
            mg_plane out = fine->u[p] + row * (fine->side + 2);
            for (int j = 0; j < width; j++)
                sum[j] = 0.25 * (below[low + j] + below[high + j] + above[low + j] + above[high + j]);
            for (int j = 1; j <= side; j++) {
                out[2 * j - 1] += 0.5 * (sum[j - 1] + sum[j]);
                out[2 * j] += sum[j];
            }
        }
        mg_edges(fine->u[p], fine->side);
    }
}

/* The squares of this thread's part of the residual. */
static inline double mg_squares(const struct mg_level *level) {
    double sum = 0;
    for (int p = level->first; p < level->end; p++)
        for (int row = 1; row <= level->side; row++)
            for (int i = 1; i <= level->side; i++) {
                const double value = level->r[p][row * (level->side + 2) + i];
                sum += value * value;
            }
    return sum;
}

struct mg_charge {
    double number;
    long at; /* x + side (y + side z) */
};

/* Keeps the largest numbers seen, in falling order. */
static inline void mg_charge_offer(struct mg_charge *largest, double number, long at) {
    if (number <= largest[MG_CHARGES - 1].number) return;
    int place = MG_CHARGES - 1;
    for (; place > 0 && largest[place - 1].number < number; place--)
        largest[place] = largest[place - 1];
    largest[place] = (struct mg_charge){number, at};
}

/* The right side: +1 at the ten largest of the random numbers given to all points, -1 at the ten
 * smallest. */
static inline void mg_charges_set(const struct mg_level *level, mg_plane *v) {
    struct mg_charge largest[MG_CHARGES];
    struct mg_charge smallest[MG_CHARGES];
    const long side = level->side;
    const long points = side * side * side;
    uint64_t state = MG_SEED;
    for (int c = 0; c < MG_CHARGES; c++)
        largest[c].number = smallest[c].number = -1;
    for (long at = 0; at < points; at++) {
        const double number = nas_random(&state);
        mg_charge_offer(largest, number, at);
        mg_charge_offer(smallest, 1 - number, at);
    }
    mg_zero(level, v);
    for (int c = 0; c < 2 * MG_CHARGES; c++) {
        const long at = c < MG_CHARGES ? largest[c].at : smallest[c - MG_CHARGES].at;
        const long plane = at / (side * side);
        if (plane >= level->first && plane < level->end)
            v[plane][(at / side % side + 1) * (side + 2) + at % side + 1] = c < MG_CHARGES ? 1 : -1;
    }
    for (int p = level->first; p < level->end; p++)
        mg_edges(v[p], level->side);
}

#endif
