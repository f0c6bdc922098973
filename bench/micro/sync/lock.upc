/* upc_lock and upc_unlock of a lock another thread made and nobody else wants; prints "pair". */
#include <upc_relaxed.h>

#include "../bench.h"

enum { PAIRS = 50000 };

upc_lock_t *shared lock_of[THREADS]; /* lock k was made by thread k */

static void measure_pair(upc_lock_t *lock) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < PAIRS; i++) {
            upc_lock(lock);
            upc_unlock(lock);
        }
        bench_add(&run, start, PAIRS);
    }
    bench_print("pair", bench_best_ns(&run));
}

int main(void) {
    lock_of[MYTHREAD] = upc_global_lock_alloc();
    upc_barrier;
    if (MYTHREAD == 0) measure_pair(lock_of[THREADS - 1]);
    upc_barrier;
    upc_lock_free(lock_of[MYTHREAD]);
    return 0;
}
