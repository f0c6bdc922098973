/* Reference for nbody.upc: bodies divided among OpenMP threads. Prints the time of the steps. */
#include "nbody.h"

static void step(struct nbody_body *body, struct nbody_vector *pull, int n) {
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            const struct nbody_vector at = body[i].at;
            struct nbody_vector sum = {0, 0, 0};
            for (int j = 0; j < n; j++)
                nbody_pull(&sum, at, body[j].at, body[j].mass);
            pull[i] = sum;
        }
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            nbody_move(&body[i], pull[i]);
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int n = nbody_bodies(name);
    if (!n) return program_unknown_class("nbody", name);
    struct nbody_body *body = program_memory((size_t)n * sizeof *body);
    struct nbody_vector *pull = program_memory((size_t)n * sizeof *pull);
    for (int i = 0; i < n; i++)
        body[i] = nbody_body_at(i);
    const double start = bench_now_ns();
    for (int s = 0; s < NBODY_STEPS; s++)
        step(body, pull, n);
    bench_print("nbody", bench_now_ns() - start);
    struct nbody_body *expected = nbody_expected(n);
    int right = 1;
    for (int i = 0; i < n; i++)
        right &= nbody_right(body[i], expected[i]);
    free(expected);
    free(body);
    free(pull);
    return program_verdict("nbody", name, right);
}
