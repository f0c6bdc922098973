/* RandomAccess (see random_access.h) on a cyclic shared array, as one writes it first. Prints the time of one update of one thread. */
#include <upc_relaxed.h>

#include "random_access.h"

shared uint64_t *table;
shared uint64_t lost_of[THREADS];

static uint64_t words;

static void update_all(void) {
    const long updates = (long)words * RANDOM_ACCESS_UPDATES_EACH;
    const long first = part_first(updates, THREADS, MYTHREAD), end = part_first(updates, THREADS, MYTHREAD + 1);
    shared uint64_t *const target = table;
    const uint64_t mask = words - 1;
    uint64_t r = random_access_at((uint64_t)first);
    for (long u = first; u < end; u++) {
        r = random_access_next(r);
        target[r & mask] ^= r;
    }
}

/* All updates once more, each by the owner of its word, so that none is lost. */
static void update_own(void) {
    uint64_t r = random_access_at(0);
    for (uint64_t u = 0; u < words * RANDOM_ACCESS_UPDATES_EACH; u++) {
        r = random_access_next(r);
        const uint64_t word = r & (words - 1);
        if (word % THREADS == MYTHREAD) table[word] ^= r;
    }
}

static uint64_t lost_count(void) {
    uint64_t lost = 0;
    for (uint64_t i = MYTHREAD; i < words; i += THREADS) lost_of[MYTHREAD] += table[i] != i;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) lost += lost_of[t];
    return lost;
}

int main(int arguments, char **argument) {
    const char name = program_class(arguments, argument, 'A');
    words = random_access_words(name);
    if (!words) return program_unknown_class("random_access", name);
    table = upc_all_alloc(words, sizeof(uint64_t));
    upc_forall (uint64_t i = 0; i < words; i++; &table[i]) table[i] = i;
    upc_barrier;
    const double start = bench_now_ns();
    update_all();
    upc_barrier;
    const double taken = bench_now_ns() - start;
    if (MYTHREAD == 0) bench_print("random_access", taken * THREADS / (double)(words * RANDOM_ACCESS_UPDATES_EACH));
    update_own();
    const uint64_t lost = lost_count();
    upc_all_free(table);
    return MYTHREAD == 0 ? program_verdict("random_access", name, lost <= words / 100) : 0;
}
