/* IS (see is.h) with MPI. Each rank has a part of the keys and a part of the values. The counts
 * of all keys go to the owners of the values. Prints the time of the ten rankings. */
#include <mpi.h>

#include "is.h"

static const struct is_class *class;
static int rank;
static int ranks;
static int *key;
static int *counts;
static int *sum;
static int *less;      /* less[v]: keys below this rank's value v */
static int *values_of; /* how many a rank has */
static long keys;
static long values;
static long first_key;
static long end_key;
static long first_value;
static long end_value;

static void count_own(void) {
    for (long v = 0; v < values; v++)
        counts[v] = 0;
    for (long i = 0; i < end_key - first_key; i++)
        counts[key[i]]++;
}

static void rank_own(void) {
    long total = 0;
    long before = 0;
    MPI_Reduce_scatter(counts, sum, values_of, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (long v = 0; v < end_value - first_value; v++) {
        less[v] = (int)total;
        total += sum[v];
    }
    MPI_Exscan(&total, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (long v = 0; v < end_value - first_value; v++)
        less[v] += (int)before;
}

static void key_set(long i, int value) {
    if (i >= first_key && i < end_key) key[i - first_key] = value;
}

static void rank_all(int iteration) {
    key_set(iteration, iteration);
    key_set(iteration + IS_ITERATIONS, (int)(values - iteration));
    count_own();
    rank_own();
}

static int probes_wrong(int iteration) {
    int wrong = 0;
    for (int p = 0; p < IS_PROBES; p++) {
        const struct is_probe *probe = &class->probe[p];
        int value = 0;
        if (probe->index >= first_key && probe->index < end_key) value = key[probe->index - first_key];
        MPI_Bcast(&value, 1, MPI_INT, part_of(keys, ranks, probe->index), MPI_COMM_WORLD);
        if (value >= first_value && value < end_value)
            wrong += less[value - first_value] != is_rank_expected(probe, iteration);
    }
    return wrong;
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char name = program_class(words, word, 'A');
    class = is_class_find(name);
    if (!class) return program_unknown_class("is", name);
    keys = 1L << class->key_bits;
    values = 1L << class->value_bits;
    first_key = part_first(keys, ranks, rank);
    end_key = part_first(keys, ranks, rank + 1);
    first_value = part_first(values, ranks, rank);
    end_value = part_first(values, ranks, rank + 1);
    key = program_memory((size_t)(end_key - first_key) * sizeof *key);
    counts = program_memory((size_t)values * sizeof *counts);
    sum = program_memory((size_t)(end_value - first_value) * sizeof *sum);
    less = program_memory((size_t)(end_value - first_value) * sizeof *less);
    values_of = program_memory((size_t)ranks * sizeof *values_of);
    for (int r = 0; r < ranks; r++)
        values_of[r] = (int)(part_first(values, ranks, r + 1) - part_first(values, ranks, r));
    uint64_t state = is_state_at(first_key);
    for (long i = first_key; i < end_key; i++)
        key[i - first_key] = is_key_next(&state, class);
    rank_all(1);
    int wrong = 0;
    int all_wrong = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = bench_now_ns();
    for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
        rank_all(iteration);
        wrong += probes_wrong(iteration);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) bench_print("is", bench_now_ns() - start);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    const int status = rank == 0 ? program_verdict("is", name, all_wrong == 0) : 0;
    MPI_Finalize();
    return status;
}
