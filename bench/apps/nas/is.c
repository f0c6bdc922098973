/* Reference for is.upc: each OpenMP thread counts its keys, then adds up the counts of all for its
 * values. Prints the time of the ten rankings. */
#include <omp.h>

#include "is.h"

static const struct is_class *class;
static long keys;
static long values;
static int *key;
static int *less; /* less[v]: keys below v */
static int *counts[PROGRAM_REFERENCE_THREADS];
static long below[PROGRAM_REFERENCE_THREADS + 1];

static void count_own(int thread) {
    int *mine = counts[thread];
    for (long v = 0; v < values; v++)
        mine[v] = 0;
    for (long i = part_first(keys, PROGRAM_REFERENCE_THREADS, thread);
         i < part_first(keys, PROGRAM_REFERENCE_THREADS, thread + 1); i++)
        mine[key[i]]++;
}

static void rank_own(int thread) {
    const long first = part_first(values, PROGRAM_REFERENCE_THREADS, thread);
    const long end = part_first(values, PROGRAM_REFERENCE_THREADS, thread + 1);
    int sum = 0;
    for (long v = first; v < end; v++) {
        less[v] = sum;
        for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++)
            sum += counts[t][v];
    }
    below[thread + 1] = sum;
#pragma omp barrier
    long before = 0;
    for (int t = 0; t < thread; t++)
        before += below[t + 1];
    for (long v = first; v < end; v++)
        less[v] += (int)before;
}

static void rank_all(int iteration) {
    key[iteration] = iteration;
    key[iteration + IS_ITERATIONS] = (int)(values - iteration);
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        count_own(omp_get_thread_num());
#pragma omp barrier
        rank_own(omp_get_thread_num());
    }
}

static int probes_wrong(int iteration) {
    int wrong = 0;
    for (int p = 0; p < IS_PROBES; p++)
        wrong += less[key[class->probe[p].index]] != is_rank_expected(&class->probe[p], iteration);
    return wrong;
}

static int order_wrong(void) {
    int *sorted = program_memory((size_t)keys * sizeof *sorted);
    int wrong = 0;
    for (long i = 0; i < keys; i++)
        sorted[less[key[i]]++] = key[i];
    for (long i = 1; i < keys; i++)
        wrong += sorted[i - 1] > sorted[i];
    free(sorted);
    return wrong;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    class = is_class_find(name);
    if (!class) return program_unknown_class("is", name);
    keys = 1L << class->key_bits;
    values = 1L << class->value_bits;
    key = program_memory((size_t)keys * sizeof *key);
    less = program_memory((size_t)values * sizeof *less);
    uint64_t state = is_state_at(0);
    for (long i = 0; i < keys; i++)
        key[i] = is_key_next(&state, class);
    for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++)
        counts[t] = program_memory((size_t)values * sizeof **counts);
    int wrong = 0;
    rank_all(1);
    const double start = bench_now_ns();
    for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
        rank_all(iteration);
        wrong += probes_wrong(iteration);
    }
    bench_print("is", bench_now_ns() - start);
    return program_verdict("is", name, wrong == 0 && order_wrong() == 0);
}
