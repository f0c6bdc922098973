/* Reference for contention.upc: a mutex of pthreads, which sleeps while it waits. Prints the time
 * of one round of all threads. */
#include <pthread.h>

#include "contention.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long word[CONTENTION_WORDS];

static void rounds_do(long rounds) {
    uint64_t state = 1;
    for (long r = 0; r < rounds; r++) {
        pthread_mutex_lock(&lock);
        for (int w = 0; w < CONTENTION_WORDS; w++)
            word[w]++;
        BENCH_CLOBBER();
        pthread_mutex_unlock(&lock);
        contention_work(&state);
    }
}

int main(int words, char **argument) {
    const char name = program_class(words, argument, 'A');
    const long rounds = contention_rounds(name);
    if (!rounds) return program_unknown_class("contention", name);
    const double start = bench_now_ns();
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    rounds_do(rounds);
    bench_print("contention", (bench_now_ns() - start) / (double)rounds);
    int right = 1;
    for (int w = 0; w < CONTENTION_WORDS; w++)
        right &= word[w] == rounds * PROGRAM_REFERENCE_THREADS;
    return program_verdict("contention", name, right);
}
