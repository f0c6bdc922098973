/* upc_barrier of all threads, back to back; prints "barrier". The median chunk counts, since with
 * more threads than cores the scheduler decides. */
#include <upc_relaxed.h>

#include "../bench.h"

int main(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long barriers = THREADS <= 2 ? 4000 : 4000 / THREADS;
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < barriers; i++) upc_barrier;
        bench_add(&run, start, barriers);
    }
    if (MYTHREAD == 0) bench_print("barrier", bench_median_ns(&run));
    return 0;
}
