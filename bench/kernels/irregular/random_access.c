/* Reference for random_access.upc: OpenMP threads update one table. Prints the time of one update
 * of one thread. */
#include <omp.h>

#include "random_access.h"

static void update(uint64_t *table, uint64_t words, int thread) {
    const long updates = (long)words * RANDOM_ACCESS_UPDATES_EACH;
    const long first = part_first(updates, PROGRAM_REFERENCE_THREADS, thread);
    const long end = part_first(updates, PROGRAM_REFERENCE_THREADS, thread + 1);
    uint64_t r = random_access_at((uint64_t)first);
    for (long u = first; u < end; u++) {
        r = random_access_next(r);
        table[r & (words - 1)] ^= r;
    }
}

int main(int arguments, char **argument) {
    const char name = program_class(arguments, argument, 'A');
    const uint64_t words = random_access_words(name);
    if (!words) return program_unknown_class("random_access", name);
    uint64_t *table = malloc(words * sizeof *table);
    uint64_t lost = 0;
    if (!table) return 1;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (uint64_t i = 0; i < words; i++)
        table[i] = i;
    const double start = bench_now_ns();
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    update(table, words, omp_get_thread_num());
    const double taken = bench_now_ns() - start;
    bench_print("random_access", taken * PROGRAM_REFERENCE_THREADS / (double)(words * RANDOM_ACCESS_UPDATES_EACH));
    for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++)
        update(table, words, t);
    for (uint64_t i = 0; i < words; i++)
        lost += table[i] != i;
    free(table);
    return program_verdict("random_access", name, lost <= words / 100);
}
