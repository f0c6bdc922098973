/* STREAM triad. `shared`: one upc_forall over block-distributed arrays. `local`: each thread its own block through private pointers. */
#include <upc_relaxed.h>

#include "../micro/bench.h"

enum { PER_THREAD = 2 << 20 };

shared [PER_THREAD] double a[PER_THREAD * THREADS], b[PER_THREAD * THREADS], c[PER_THREAD * THREADS];

static void sweep_shared(void) {
    upc_forall (long i = 0; i < (long)PER_THREAD * THREADS; i++; &a[i]) a[i] = b[i] + 3.0 * c[i];
}

static void sweep_local(void) {
    double *mine = (double *)&a[MYTHREAD * PER_THREAD];
    const double *my_b = (double *)&b[MYTHREAD * PER_THREAD], *my_c = (double *)&c[MYTHREAD * PER_THREAD];
    for (long i = 0; i < PER_THREAD; i++) mine[i] = my_b[i] + 3.0 * my_c[i];
}

static void measure(const char *figure, void (*sweep)(void)) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        sweep();
        upc_barrier;
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
}

int main(void) {
    for (long i = 0; i < PER_THREAD; i++) {
        a[MYTHREAD * PER_THREAD + i] = 0;
        b[MYTHREAD * PER_THREAD + i] = 1;
        c[MYTHREAD * PER_THREAD + i] = 2;
    }
    measure("local", sweep_local);
    measure("shared", sweep_shared);
    if (a[MYTHREAD * PER_THREAD + PER_THREAD - 1] != 7) upc_global_exit(1);
    return 0;
}
