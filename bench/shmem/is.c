/* NAS IS (see is.h) in OpenSHMEM: each PE has a part of the keys and a part of the values. It
 * counts its keys, gets what all PEs have counted of its values, and adds that up. Prints the time
 * of the ten rankings. */
#include <shmem.h>

#include "../apps/nas/is.h"
#include "symmetric.h"

static const struct is_class *class;
static long keys;
static long values;
static long first_key; /* of this PE */
static long end_key;
static long first_value;
static long end_value;
static int me;
static int pes;

/* Symmetric. */
static int *own_keys;
static int *counts; /* of each value among this PE's keys */
static int *less;   /* keys below each of this PE's values */
static int *sorted; /* the keys in order, divided as the keys are */
static long total;  /* keys with a value of this PE */
static long wrong;

static void memory_create(void) {
    const size_t most_keys = (size_t)(keys / pes) + 1;
    own_keys = symmetric_memory(most_keys * sizeof *own_keys);
    sorted = symmetric_memory(most_keys * sizeof *sorted);
    counts = symmetric_memory((size_t)values * sizeof *counts);
    less = symmetric_memory(((size_t)(values / pes) + 1) * sizeof *less);
    uint64_t state = is_state_at(first_key);
    for (long i = first_key; i < end_key; i++)
        own_keys[i - first_key] = is_key_next(&state, class);
}

static void memory_free(void) {
    shmem_free(less);
    shmem_free(counts);
    shmem_free(sorted);
    shmem_free(own_keys);
}

/* Key i of an array that is divided as the keys are. */
static int key_at(int *array, long i) {
    const int owner = part_of(keys, pes, i);
    return shmem_int_g(array + (i - part_first(keys, pes, owner)), owner);
}

static void key_set(int *array, long i, int key) {
    const int owner = part_of(keys, pes, i);
    shmem_int_p(array + (i - part_first(keys, pes, owner)), key, owner);
}

static int less_than(int value) {
    const int owner = part_of(values, pes, value);
    return shmem_int_g(less + (value - part_first(values, pes, owner)), owner);
}

static void count_own(void) {
    for (long v = 0; v < values; v++)
        counts[v] = 0;
    for (long i = 0; i < end_key - first_key; i++)
        counts[own_keys[i]]++;
}

/* Keys below each of this PE's values: those of all PEs' smaller values in its part, then of the
 * parts before. `theirs` has room for the counts of its values. */
static void rank_own(int *theirs) {
    const long own = end_value - first_value;
    int sum = 0;
    for (long v = 0; v < own; v++)
        less[v] = 0;
    for (int pe = 0; pe < pes; pe++) {
        shmem_int_get(theirs, counts + first_value, (size_t)own, pe);
        for (long v = 0; v < own; v++)
            less[v] += theirs[v];
    }
    for (long v = 0; v < own; v++) {
        const int here = less[v];
        less[v] = sum;
        sum += here;
    }
    total = sum;
    shmem_barrier_all();
    const long before = symmetric_sum(&total, me);
    for (long v = 0; v < own; v++)
        less[v] += (int)before;
}

static void rank_all(int iteration, int *theirs) {
    if (me == 0) {
        key_set(own_keys, iteration, iteration);
        key_set(own_keys, iteration + IS_ITERATIONS, (int)(values - iteration));
    }
    shmem_barrier_all();
    count_own();
    shmem_barrier_all();
    rank_own(theirs);
    shmem_barrier_all();
}

static int probes_wrong(int iteration) {
    int count = 0;
    for (int p = 0; p < IS_PROBES; p++)
        count += less_than(key_at(own_keys, class->probe[p].index)) != is_rank_expected(&class->probe[p], iteration);
    return count;
}

/* Every key goes to its rank, behind the equal ones of PEs before; then neighbours are compared. */
static int order_wrong(void) {
    int *place = program_memory((size_t)values * sizeof *place);
    int count = 0;
    for (long v = 0; v < values; v++)
        place[v] = less_than((int)v);
    int *theirs = program_memory((size_t)values * sizeof *theirs);
    for (int pe = 0; pe < me; pe++) {
        shmem_int_get(theirs, counts, (size_t)values, pe);
        for (long v = 0; v < values; v++)
            place[v] += theirs[v];
    }
    for (long i = first_key; i < end_key; i++) {
        const int key = own_keys[i - first_key];
        key_set(sorted, place[key]++, key);
    }
    shmem_barrier_all();
    for (long i = first_key ? first_key : 1; i < end_key; i++)
        count += key_at(sorted, i - 1) > key_at(sorted, i);
    free(theirs);
    free(place);
    return count;
}

int main(int words, char **word) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(words, word, 'A');
    class = is_class_find(name);
    if (!class) return program_unknown_class("is", name);
    keys = 1L << class->key_bits;
    values = 1L << class->value_bits;
    first_key = part_first(keys, pes, me);
    end_key = part_first(keys, pes, me + 1);
    first_value = part_first(values, pes, me);
    end_value = part_first(values, pes, me + 1);
    memory_create();
    int *theirs = program_memory((size_t)(end_value - first_value) * sizeof *theirs);
    shmem_barrier_all();
    rank_all(1, theirs);
    const double start = bench_now_ns();
    for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
        rank_all(iteration, theirs);
        if (me == 0) wrong += probes_wrong(iteration);
        shmem_barrier_all();
    }
    if (me == 0) bench_print("is", bench_now_ns() - start);
    wrong += order_wrong();
    shmem_barrier_all();
    const long wrong_anywhere = symmetric_sum(&wrong, pes);
    shmem_barrier_all();
    free(theirs);
    memory_free();
    const int status = me == 0 ? program_verdict("is", name, wrong_anywhere == 0) : 0;
    shmem_finalize();
    return status;
}
