/* N bodies that attract each other, every pair computed: some steps of the leapfrog method. Both
 * sides share the bodies and the pull of one on another; a third computation in private memory
 * checks the result.
 *
 *     S 192 bodies, W 1024, A 4096 */
#ifndef BENCH_NBODY_H
#define BENCH_NBODY_H

#include <math.h>

#include "program.h"

enum { NBODY_STEPS = 3 };
#define NBODY_TIME 1e-3
#define NBODY_SOFTENING 1e-2

struct nbody_vector {
    double x;
    double y;
    double z;
};

struct nbody_body {
    struct nbody_vector at;
    struct nbody_vector speed;
    double mass;
};

/* 0: no such class. */
static inline int nbody_bodies(char class) {
    return class == 'S' ? 192 : class == 'W' ? 1024 : class == 'A' ? 4096 : 0;
}

static inline double nbody_random(uint64_t n) {
    n = (n ^ n >> 31) * 0x9e3779b97f4a7c15U;
    return (double)((n ^ n >> 29) >> 11) * 0x1p-53;
}

static inline struct nbody_body nbody_body_at(int i) {
    const uint64_t n = (uint64_t)i * 4 + 1;
    return (struct nbody_body){
        {nbody_random(n), nbody_random(n + 1), nbody_random(n + 2)}, {0, 0, 0}, 0.5 + nbody_random(n + 3)};
}

/* Adds what a body at `other` does to one at `at`. */
static inline void nbody_pull(struct nbody_vector *sum, struct nbody_vector at, struct nbody_vector other,
                              double mass) {
    const double x = other.x - at.x;
    const double y = other.y - at.y;
    const double z = other.z - at.z;
    const double square = x * x + y * y + z * z + NBODY_SOFTENING;
    const double factor = mass / (square * sqrt(square));
    sum->x += factor * x;
    sum->y += factor * y;
    sum->z += factor * z;
}

static inline void nbody_move(struct nbody_body *body, struct nbody_vector pull) {
    body->speed.x += NBODY_TIME * pull.x;
    body->speed.y += NBODY_TIME * pull.y;
    body->speed.z += NBODY_TIME * pull.z;
    body->at.x += NBODY_TIME * body->speed.x;
    body->at.y += NBODY_TIME * body->speed.y;
    body->at.z += NBODY_TIME * body->speed.z;
}

/* The bodies after all steps, by one thread. */
static inline struct nbody_body *nbody_expected(int n) {
    struct nbody_body *body = (struct nbody_body *)program_memory((size_t)n * sizeof *body);
    struct nbody_vector *pull = (struct nbody_vector *)program_memory((size_t)n * sizeof *pull);
    for (int i = 0; i < n; i++)
        body[i] = nbody_body_at(i);
    for (int step = 0; step < NBODY_STEPS; step++) {
        for (int i = 0; i < n; i++) {
            pull[i] = (struct nbody_vector){0, 0, 0};
            for (int j = 0; j < n; j++)
                nbody_pull(&pull[i], body[i].at, body[j].at, body[j].mass);
        }
        for (int i = 0; i < n; i++)
            nbody_move(&body[i], pull[i]);
    }
    free(pull);
    return body;
}

static inline int nbody_right(struct nbody_body found, struct nbody_body expected) {
    return program_close(found.at.x, expected.at.x, 1e-9) && program_close(found.at.y, expected.at.y, 1e-9) &&
           program_close(found.at.z, expected.at.z, 1e-9);
}

#endif
