/* STREAM's triad (see stream.h) in shapes: UPC threads times OpenMP workers. The arrays are of one
 * size, whatever the shape. Compiled with -fopenmp; OMP_NUM_THREADS is the second factor. A table
 * of private pointers to the parts of the threads of the node is made once (upc_group_cast).
 *
 *   (no word)    each thread on its own part
 *   twisted      each thread on its neighbour's, in pairs of the node: 0 and 1, 2 and 3 ...
 *
 * Prints the time of one sweep. */
#include <upc_groups.h>
#include <upc_relaxed.h>

#include "../kernels/stream.h"

enum { PARTS = 8 }; /* of the arrays: threads times workers, at most */

static double *own_a;
static double *to;
static const double *from;
static const double *factor;
shared long wrong_of[THREADS];

static double *own(shared double *array) { return (double *)&array[MYTHREAD]; }

/* The part of the thread, or of its neighbour. */
static double *part_find(upc_group_t *node, shared double *array, int twisted) {
    void *parts[THREADS];
    const int rank = upc_group_rank(node);
    const int other = twisted ? rank ^ 1 : rank;
    upc_group_cast(node, array, parts);
    return parts[other < upc_group_size(node) ? other : rank];
}

static void sweep(long n) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) to[i] = from[i] + 3.0 * factor[i];
}

static long wrong_count(long n) {
    long wrong = 0;
    for (long i = 0; i < n; i++) wrong += own_a[i] != stream_expected(i);
    return wrong;
}

static void measure(long n) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        sweep(n);
        upc_barrier;
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print("triad", bench_median_ns(&run));
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int twisted = program_form(words, word, "twisted");
    const long n = stream_elements(name) / 4 * PARTS / THREADS; /* of a thread */
    if (!n) return program_unknown_class("stream_shapes", name);
    upc_group_t *const node = upc_group_node(upc_group_world());
    /* A part lies behind the first element of its thread. */
    shared double *const a = upc_all_alloc((size_t)THREADS, (size_t)n * sizeof(double));
    shared double *const b = upc_all_alloc((size_t)THREADS, (size_t)n * sizeof(double));
    shared double *const c = upc_all_alloc((size_t)THREADS, (size_t)n * sizeof(double));
    double *const own_b = own(b);
    double *const own_c = own(c);
    own_a = own(a);
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) {
        own_a[i] = 0;
        own_b[i] = stream_b(i);
        own_c[i] = stream_c(i);
    }
    to = part_find(node, a, twisted);
    from = part_find(node, b, twisted);
    factor = part_find(node, c, twisted);
    measure(n);
    wrong_of[MYTHREAD] = wrong_count(n);
    upc_barrier;
    long wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    upc_group_free(node);
    upc_all_free(a);
    upc_all_free(b);
    upc_all_free(c);
    return MYTHREAD == 0 ? program_verdict("stream_shapes", name, wrong == 0) : 0;
}
