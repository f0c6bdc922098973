/* STREAM's triad (see stream.h). Prints the time of one sweep in each form.
 *
 *   shared    one upc_forall over arrays that are dealt out in blocks
 *   cyclic    the same over arrays that are dealt out element by element
 *   local     each thread its own blocks, which lie together, through private pointers
 */
#include <upc_relaxed.h>

#include "stream.h"

enum { BLOCK = 4096 };

shared [BLOCK] double a[STREAM_MOST * THREADS];
shared [BLOCK] double b[STREAM_MOST * THREADS];
shared [BLOCK] double c[STREAM_MOST * THREADS];
shared double cyclic_a[STREAM_MOST * THREADS];
shared double cyclic_b[STREAM_MOST * THREADS];
shared double cyclic_c[STREAM_MOST * THREADS];
static long n;    /* elements in all */
static long each; /* elements of a thread */
shared long wrong_of[THREADS];

static void sweep_shared(void) {
    const long end = n;
    upc_forall (long i = 0; i < end; i++; &a[i]) a[i] = b[i] + 3.0 * c[i];
}

static void sweep_cyclic(void) {
    const long end = n;
    upc_forall (long i = 0; i < end; i++; &cyclic_a[i]) cyclic_a[i] = cyclic_b[i] + 3.0 * cyclic_c[i];
}

static void sweep_local(void) {
    double *mine = (double *)&a[(long)MYTHREAD * BLOCK];
    const double *my_b = (const double *)&b[(long)MYTHREAD * BLOCK];
    const double *my_c = (const double *)&c[(long)MYTHREAD * BLOCK];
    for (long i = 0; i < each; i++) mine[i] = my_b[i] + 3.0 * my_c[i];
}

static void blocked_fill(void) {
    const long end = n;
    upc_forall (long i = 0; i < end; i++; &a[i]) {
        a[i] = -1;
        b[i] = stream_b(i);
        c[i] = stream_c(i);
    }
}

static long blocked_wrong(void) {
    long wrong = 0;
    upc_forall (long i = 0; i < n; i++; &a[i]) wrong += a[i] != stream_expected(i);
    return wrong;
}

static void cyclic_fill(void) {
    const long end = n;
    upc_forall (long i = 0; i < end; i++; &cyclic_a[i]) {
        cyclic_a[i] = -1;
        cyclic_b[i] = stream_b(i);
        cyclic_c[i] = stream_c(i);
    }
}

static long cyclic_wrong(void) {
    long wrong = 0;
    upc_forall (long i = 0; i < n; i++; &cyclic_a[i]) wrong += cyclic_a[i] != stream_expected(i);
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
    n = each * THREADS;
    long wrong = measure("local", blocked_fill, sweep_local, blocked_wrong);
    wrong += measure("shared", blocked_fill, sweep_shared, blocked_wrong);
    wrong += measure("cyclic", cyclic_fill, sweep_cyclic, cyclic_wrong);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    return MYTHREAD == 0 ? program_verdict("stream", name, wrong == 0) : 0;
}
