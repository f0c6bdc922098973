/* Reference for atomic.upc: the processor's own fetch-and-add, and a read with a compare-and-swap,
 * on a shared line nobody else wants. */
#include "raw.h"

enum { TIMES = 200000 };

static void measure(long *counter, const char *name, int fetch) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TIMES; i++) {
            if (fetch) {
                const long before = __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
                BENCH_USE(before);
            } else {
                long seen = __atomic_load_n(counter, __ATOMIC_RELAXED);
                __atomic_compare_exchange_n(counter, &seen, seen + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
                BENCH_USE(seen);
            }
        }
        bench_add(&run, start, TIMES);
    }
    bench_print(name, bench_best_ns(&run));
}

static void body(struct raw_job *job, int me) {
    if (me) return;
    measure((long *)job->shared, "fetch_add", 1);
    measure((long *)job->shared, "get_cswap", 0);
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4096, body);
}
