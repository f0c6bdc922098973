/* One lock that all threads want (see contention.h). Prints the time of one round of all
 * threads. */
#include <upc_relaxed.h>

#include "contention.h"

shared [] long word[CONTENTION_WORDS];
static upc_lock_t *lock;

static void rounds_do(long rounds) {
    uint64_t state = 1;
    for (long r = 0; r < rounds; r++) {
        upc_lock(lock);
        for (int w = 0; w < CONTENTION_WORDS; w++) word[w]++;
        upc_unlock(lock);
        contention_work(&state);
    }
}

int main(int words, char **argument) {
    const char name = program_class(words, argument, 'A');
    const long rounds = contention_rounds(name);
    if (!rounds) return program_unknown_class("contention", name);
    lock = upc_all_lock_alloc();
    upc_barrier;
    const double start = bench_now_ns();
    rounds_do(rounds);
    upc_barrier;
    if (MYTHREAD == 0) bench_print("contention", (bench_now_ns() - start) / (double)rounds);
    int right = 1;
    for (int w = 0; w < CONTENTION_WORDS; w++) right &= word[w] == rounds * THREADS;
    upc_all_lock_free(lock);
    return MYTHREAD == 0 ? program_verdict("contention", name, right) : 0;
}
