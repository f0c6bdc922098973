/* Reference for lock.upc: a pair of atomic exchanges on a shared line nobody else wants, what the
 * cheapest lock must do. */
#include "../raw.h"

static void body(struct raw_job *job, int me) {
    unsigned long *word = (unsigned long *)job->shared;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long pairs = 50000;
    if (me) return;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < pairs; i++) {
            const unsigned long before = __atomic_exchange_n(word, 1, __ATOMIC_ACQUIRE);
            const unsigned long held = __atomic_exchange_n(word, 0, __ATOMIC_RELEASE);
            BENCH_USE(before); /* or a compiler may turn an exchange into a store */
            BENCH_USE(held);
        }
        bench_add(&run, start, pairs);
    }
    bench_print("pair", bench_best_ns(&run));
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4096, body);
}
