/* Molecular dynamics with linked cells. Molecules in a periodic cube attract and repel each other
 * (Lennard-Jones) up to a cut-off. The cube is divided into cells at least as wide as the cut-off.
 * A step has four parts:
 *
 * 1. The molecules are entered into their cells.
 * 2. Each pair of molecules in the same or in adjoining cells is computed once.
 * 3. The force of the pair is added to both molecules. Threads add forces under locks, as they
 *    compute pairs across the borders of what they own.
 * 4. The molecules are moved.
 *
 * Units are those of the potential. The check: the sums of all pairs, without cells, for some of
 * the molecules.
 *
 * Vocabulary: the slot of a molecule is its place in its cell. Members are a cell as a thread works
 * on it, in private memory.
 *
 *     S 512 molecules, W 4096, A 32768 */
#ifndef BENCH_MD_H
#define BENCH_MD_H

#include <math.h>

#include "program.h"

#define MD_SPACING 1.2
#define MD_CUT_OFF 2.5
#define MD_TIME 1e-3
/* A cell is paired with itself and with 13 of its 26 neighbours. */
enum { MD_STEPS = 10, MD_PAIRS = 14, MD_SLOTS = 48 };

struct md_vector {
    double x;
    double y;
    double z;
};

struct md_molecule {
    struct md_vector at;
    struct md_vector speed;
    struct md_vector force;
};

struct md_cell {
    int count;
    struct md_vector at[MD_SLOTS];
    struct md_vector force[MD_SLOTS];
    int number[MD_SLOTS]; /* which molecule */
};

struct md_place {
    int cell;
    int slot;
};

/* Private, of a thread. */
struct md_members {
    int count;
    int number[MD_SLOTS];
    struct md_vector at[MD_SLOTS];
    struct md_vector force[MD_SLOTS];
};

struct md_box {
    int molecules;
    int cells_side;
    int cells;
    double side;
};

/* `molecules` is 0 if there is no such class. */
static inline struct md_box md_box_of(char class) {
    const int side = class == 'S' ? 8 : class == 'W' ? 16 : class == 'A' ? 32 : 0;
    const int cells = (int)(side * MD_SPACING / MD_CUT_OFF);
    return (struct md_box){side * side * side, cells, cells * cells * cells, side * MD_SPACING};
}

/* A cubic lattice, a little disturbed. */
static inline struct md_molecule md_molecule_at(const struct md_box *box, int m) {
    const int side = (int)(box->side / MD_SPACING + 0.5);
    const unsigned mixed = (unsigned)m * 2654435761U;
    const double off = 0.1 + (mixed >> 16 & 255) / 2560.0;
    const double aside = 0.1 + (mixed >> 24) / 2560.0;
    return (struct md_molecule){
        {m % side * MD_SPACING + off, m / side % side * MD_SPACING + aside, m / side / side * MD_SPACING + off},
        {0, 0, 0},
        {0, 0, 0}};
}

static inline double md_wrap(double x, double side) {
    return x < 0 ? x + side : x >= side ? x - side : x;
}

static inline int md_cell_coordinate(const struct md_box *box, double x) {
    const int c = (int)(x / box->side * box->cells_side);
    return c < box->cells_side ? c : box->cells_side - 1;
}

static inline int md_cell(const struct md_box *box, struct md_vector at) {
    const int n = box->cells_side;
    return md_cell_coordinate(box, at.x) + n * (md_cell_coordinate(box, at.y) + n * md_cell_coordinate(box, at.z));
}

/* The cell to pair with, for pair = 0 (itself) to MD_PAIRS - 1. */
static inline int md_cell_paired(const struct md_box *box, int cell, int pair) {
    const int n = box->cells_side;
    const int neighbour = pair + 13; /* 13 is the cell itself among the 27 */
    const int x = cell % n + neighbour % 3 - 1;
    const int y = cell / n % n + neighbour / 3 % 3 - 1;
    const int z = cell / n / n + neighbour / 9 - 1;
    return (x + n) % n + n * ((y + n) % n + n * ((z + n) % n));
}

static inline double md_nearest(double distance, double side) {
    return distance > side / 2 ? distance - side : distance < -side / 2 ? distance + side : distance;
}

/* The force of b on a. */
static inline struct md_vector md_force(const struct md_box *box, struct md_vector a, struct md_vector b) {
    const double x = md_nearest(a.x - b.x, box->side);
    const double y = md_nearest(a.y - b.y, box->side);
    const double z = md_nearest(a.z - b.z, box->side);
    const double square = x * x + y * y + z * z;
    if (square >= MD_CUT_OFF * MD_CUT_OFF) return (struct md_vector){0, 0, 0};
    const double inverse = 1 / square;
    const double sixth = inverse * inverse * inverse;
    const double strength = 24 * sixth * (2 * sixth - 1) * inverse;
    return (struct md_vector){strength * x, strength * y, strength * z};
}

static inline void md_add(struct md_vector *sum, struct md_vector v, double factor) {
    sum->x += factor * v.x;
    sum->y += factor * v.y;
    sum->z += factor * v.z;
}

static inline void md_forces_clear(struct md_members *members) {
    for (int i = 0; i < members->count; i++)
        members->force[i] = (struct md_vector){0, 0, 0};
}

/* All pairs of a cell's molecules with those of another (or the same: each pair once), forces
 * added on both sides. */
static inline void md_pairs(const struct md_box *box, struct md_members *a, struct md_members *b) {
    for (int i = 0; i < a->count; i++)
        for (int j = a == b ? i + 1 : 0; j < b->count; j++) {
            const struct md_vector force = md_force(box, a->at[i], b->at[j]);
            md_add(&a->force[i], force, 1);
            md_add(&b->force[j], force, -1);
        }
}

/* The slot drawn must exist: cells are crowded only if the computation has gone wrong. */
static inline int md_slot(int slot) {
    if (slot < MD_SLOTS) return slot;
    fprintf(stderr, "md: more than %d molecules in a cell\n", MD_SLOTS);
    exit(1);
}

static inline struct md_molecule md_moved(const struct md_box *box, struct md_molecule m) {
    md_add(&m.speed, m.force, MD_TIME);
    md_add(&m.at, m.speed, MD_TIME);
    m.at = (struct md_vector){md_wrap(m.at.x, box->side), md_wrap(m.at.y, box->side), md_wrap(m.at.z, box->side)};
    return m;
}

static inline int md_same_force(struct md_vector found, struct md_vector expected) {
    const double size = 1 + fabs(expected.x) + fabs(expected.y) + fabs(expected.z);
    return fabs(found.x - expected.x) + fabs(found.y - expected.y) + fabs(found.z - expected.z) <= 1e-8 * size;
}

/* Which molecules are checked: every md_check_step-th. */
static inline int md_check_step(const struct md_box *box) {
    return box->molecules / 64 + 1;
}

#endif
