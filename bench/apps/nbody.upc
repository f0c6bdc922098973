/* N bodies (see nbody.h) in a shared array, dealt out in blocks: each thread moves its own and
 * reads all others in place. Prints the time of the steps. */
#include <upc_relaxed.h>

#include "nbody.h"

enum { BLOCK = 32 };

static shared [BLOCK] struct nbody_body *body;
static shared [BLOCK] struct nbody_vector *pull;
shared int right_of[THREADS];

static void step(int n) {
    upc_forall (int i = 0; i < n; i++; &body[i]) {
        const struct nbody_vector at = body[i].at;
        struct nbody_vector sum = {0, 0, 0};
        for (int j = 0; j < n; j++) nbody_pull(&sum, at, body[j].at, body[j].mass);
        pull[i] = sum;
    }
    upc_barrier;
    upc_forall (int i = 0; i < n; i++; &body[i]) {
        struct nbody_body moved = body[i];
        nbody_move(&moved, pull[i]);
        body[i] = moved;
    }
    upc_barrier;
}

static int bodies_right(int n) {
    struct nbody_body *expected = nbody_expected(n);
    int right = 1;
    upc_forall (int i = 0; i < n; i++; &body[i]) right &= nbody_right(body[i], expected[i]);
    free(expected);
    right_of[MYTHREAD] = right;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) right &= right_of[t];
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int n = nbody_bodies(name);
    if (!n) return program_unknown_class("nbody", name);
    const size_t blocks = (size_t)(n + BLOCK - 1) / BLOCK;
    body = upc_all_alloc(blocks, BLOCK * sizeof(struct nbody_body));
    pull = upc_all_alloc(blocks, BLOCK * sizeof(struct nbody_vector));
    upc_forall (int i = 0; i < n; i++; &body[i]) body[i] = nbody_body_at(i);
    upc_barrier;
    const double start = bench_now_ns();
    for (int s = 0; s < NBODY_STEPS; s++) step(n);
    if (MYTHREAD == 0) bench_print("nbody", bench_now_ns() - start);
    const int right = bodies_right(n);
    upc_all_free(body);
    upc_all_free(pull);
    return MYTHREAD == 0 ? program_verdict("nbody", name, right) : 0;
}
