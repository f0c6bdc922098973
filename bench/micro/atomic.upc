/* Atomic operations on a shared integer of the other thread that nobody else touches; the figures
 * are those of atomic.c. */
#include <upc_atomic.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { TIMES = 200000 };

shared long counters[THREADS];

static void measure(upc_atomicdomain_t *domain, shared long *counter, const char *name, int fetch) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long one = 1;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TIMES; i++) {
            if (fetch) {
                long before;
                upc_atomic_relaxed(domain, &before, UPC_ADD, counter, &one, NULL);
                BENCH_USE(before);
            } else {
                long seen;
                long next;
                upc_atomic_relaxed(domain, &seen, UPC_GET, counter, NULL, NULL);
                next = seen + 1;
                upc_atomic_relaxed(domain, &seen, UPC_CSWAP, counter, &seen, &next);
                BENCH_USE(seen);
            }
        }
        bench_add(&run, start, TIMES);
    }
    bench_print(name, bench_best_ns(&run));
}

int main(void) {
    upc_atomicdomain_t *const domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET | UPC_CSWAP, 0);
    if (MYTHREAD == 0) {
        measure(domain, &counters[THREADS - 1], "fetch_add", 1);
        measure(domain, &counters[THREADS - 1], "get_cswap", 0);
    }
    upc_all_atomicdomain_free(domain);
    return 0;
}
