/* STREAM's triad (see stream.h). Prints the time of one sweep in each form.
 *
 *   shared    one upc_forall over arrays that are dealt out in one block a thread
 *   cyclic    the same over arrays that are dealt out element by element
 *   local     each thread its own block through private pointers
 */
#include <upc_relaxed.h>

#include "stream.h"

static shared [STREAM_MOST] double *a, *b, *c;
static shared double *cyclic_a, *cyclic_b, *cyclic_c;
static long each; /* elements a thread in use */
shared long wrong_of[THREADS];

/* With a size below the largest, the rest of each block lies idle. */
static void sweep_shared(void) {
    upc_forall (long i = 0; i < (long)STREAM_MOST * THREADS; i++; &a[i]) a[i] = b[i] + 3.0 * c[i];
}

static void sweep_cyclic(void) {
    const long n = each * THREADS;
    upc_forall (long i = 0; i < n; i++; &cyclic_a[i]) cyclic_a[i] = cyclic_b[i] + 3.0 * cyclic_c[i];
}

static void sweep_local(void) {
    const long first = (long)MYTHREAD * STREAM_MOST, n = each;
    double *mine = (double *)&a[first];
    const double *my_b = (const double *)&b[first], *my_c = (const double *)&c[first];
    for (long i = 0; i < n; i++) mine[i] = my_b[i] + 3.0 * my_c[i];
}

static void blocked_fill(void) {
    const long first = (long)MYTHREAD * STREAM_MOST;
    for (long i = first; i < first + STREAM_MOST; i++) a[i] = -1, b[i] = stream_b(i), c[i] = stream_c(i);
}

static long blocked_wrong(void) {
    const long first = (long)MYTHREAD * STREAM_MOST;
    long wrong = 0;
    for (long i = first; i < first + each; i++) wrong += a[i] != stream_expected(i);
    return wrong;
}

static void cyclic_fill(void) {
    upc_forall (long i = 0; i < each * THREADS; i++; &cyclic_a[i]) cyclic_a[i] = -1, cyclic_b[i] = stream_b(i), cyclic_c[i] = stream_c(i);
}

static long cyclic_wrong(void) {
    long wrong = 0;
    upc_forall (long i = 0; i < each * THREADS; i++; &cyclic_a[i]) wrong += cyclic_a[i] != stream_expected(i);
    return wrong;
}

static long measure(const char *figure, void (*fill)(void), void (*sweep)(void), long (*wrong)(void)) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    fill();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        sweep();
        upc_barrier;
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
    return wrong();
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    each = stream_elements(name);
    if (!each) return program_unknown_class("stream", name);
    shared [STREAM_MOST] double **blocked[] = {&a, &b, &c};
    shared double **cyclic[] = {&cyclic_a, &cyclic_b, &cyclic_c};
    for (int v = 0; v < 3; v++) {
        *blocked[v] = upc_all_alloc(THREADS, STREAM_MOST * sizeof(double));
        *cyclic[v] = upc_all_alloc((size_t)each * THREADS, sizeof(double));
    }
    long wrong = measure("local", blocked_fill, sweep_local, blocked_wrong);
    wrong += measure("shared", blocked_fill, sweep_shared, blocked_wrong);
    wrong += measure("cyclic", cyclic_fill, sweep_cyclic, cyclic_wrong);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    for (int v = 0; v < 3; v++) {
        upc_all_free(*blocked[v]);
        upc_all_free(*cyclic[v]);
    }
    return MYTHREAD == 0 ? program_verdict("stream", name, wrong == 0) : 0;
}
