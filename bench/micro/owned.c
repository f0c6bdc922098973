/* Reference for owned.upc: one loop over a plain array of as many elements as a thread owns there.
 * Prints the time of an element. */
#include "raw.h"

enum { WORDS = 1024, ROUNDS = 400 };

static void body(struct raw_job *job, int me) {
    long *words = (long *)job->shared + (size_t)me * 2 * WORDS;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    long n = WORDS;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < ROUNDS; round++) {
            BENCH_OPAQUE(n);
            for (long i = 0; i < n; i++)
                words[i] += round;
            BENCH_CLOBBER();
        }
        bench_add(&run, start, (long)ROUNDS * WORDS);
    }
    if (!me) bench_print("owned", bench_best_ns(&run));
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4 * WORDS * sizeof(long), body);
}
