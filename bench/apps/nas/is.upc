/* NAS IS (see is.h): each thread owns a part of the keys and a part of the values. It counts its
 * keys in an array of its own that the others can see. Then it adds up the counts of all threads
 * for its values. Prints the time of the ten rankings.
 *
 * Arrays whose size is known at run time only lie in one piece a thread, found through a
 * directory. */
#include <upc_relaxed.h>

#include "is.h"

typedef shared [] int *piece_t;

shared piece_t keys_of[THREADS];   /* key i in piece part_of(i) */
shared piece_t counts_of[THREADS]; /* counts_of[t][v]: keys of thread t with value v */
shared piece_t less_of[THREADS];   /* keys below v, in the piece of the owner of value v */
shared piece_t sorted_of[THREADS]; /* the keys in order, divided as the keys are */
shared long total_of[THREADS];     /* keys with a value of that thread */
shared int wrong_of[THREADS];

static const struct is_class *class;
static long keys;
static long values;
static long first_key;
static long end_key;
static long first_value;
static long end_value;

static void pieces_create(void) {
    const size_t own_keys = (size_t)(end_key - first_key) + 1;
    const size_t own_values = (size_t)(end_value - first_value) + 1;
    keys_of[MYTHREAD] = upc_alloc(own_keys * sizeof(int));
    sorted_of[MYTHREAD] = upc_alloc(own_keys * sizeof(int));
    counts_of[MYTHREAD] = upc_alloc((size_t)values * sizeof(int));
    less_of[MYTHREAD] = upc_alloc(own_values * sizeof(int));
    uint64_t state = is_state_at(first_key);
    piece_t own = keys_of[MYTHREAD];
    for (long i = first_key; i < end_key; i++) own[i - first_key] = is_key_next(&state, class);
}

static void pieces_free(void) {
    upc_free(keys_of[MYTHREAD]);
    upc_free(sorted_of[MYTHREAD]);
    upc_free(counts_of[MYTHREAD]);
    upc_free(less_of[MYTHREAD]);
}

static int key_at(shared piece_t *pieces, long i) {
    const int owner = part_of(keys, THREADS, i);
    return pieces[owner][i - part_first(keys, THREADS, owner)];
}

static void key_set(shared piece_t *pieces, long i, int key) {
    const int owner = part_of(keys, THREADS, i);
    pieces[owner][i - part_first(keys, THREADS, owner)] = key;
}

static int less_than(int value) {
    const int owner = part_of(values, THREADS, value);
    return less_of[owner][value - part_first(values, THREADS, owner)];
}

static void count_own(void) {
    piece_t counts = counts_of[MYTHREAD];
    piece_t own = keys_of[MYTHREAD];
    for (long v = 0; v < values; v++) counts[v] = 0;
    for (long i = 0; i < end_key - first_key; i++) counts[own[i]]++;
}

/* Keys below each of this thread's values: those of all threads' smaller values in its part,
 * then of the parts before. */
static void rank_own(void) {
    piece_t less = less_of[MYTHREAD];
    const long own = end_value - first_value;
    int sum = 0;
    for (long v = 0; v < own; v++) less[v] = 0;
    for (int t = 0; t < THREADS; t++) {
        piece_t counts = counts_of[t];
        for (long v = 0; v < own; v++) less[v] += counts[first_value + v];
    }
    for (long v = 0; v < own; v++) {
        const int here = less[v];
        less[v] = sum;
        sum += here;
    }
    total_of[MYTHREAD] = sum;
    upc_barrier;
    long before = 0;
    for (int t = 0; t < MYTHREAD; t++) before += total_of[t];
    for (long v = 0; v < own; v++) less[v] += (int)before;
}

static void rank_all(int iteration) {
    if (MYTHREAD == 0) {
        key_set(keys_of, iteration, iteration);
        key_set(keys_of, iteration + IS_ITERATIONS, (int)(values - iteration));
    }
    upc_barrier;
    count_own();
    upc_barrier;
    rank_own();
    upc_barrier;
}

static int probes_wrong(int iteration) {
    int wrong = 0;
    for (int p = 0; p < IS_PROBES; p++)
        wrong += less_than(key_at(keys_of, class->probe[p].index)) != is_rank_expected(&class->probe[p], iteration);
    return wrong;
}

/* Every key goes to its rank, behind the equal ones of threads before; then neighbours are
 * compared. */
static int order_wrong(void) {
    int *place = program_memory((size_t)values * sizeof *place);
    int wrong = 0;
    for (long v = 0; v < values; v++) {
        place[v] = less_than((int)v);
        for (int t = 0; t < MYTHREAD; t++) place[v] += counts_of[t][v];
    }
    for (long i = first_key; i < end_key; i++) {
        const int key = key_at(keys_of, i);
        key_set(sorted_of, place[key]++, key);
    }
    upc_barrier;
    for (long i = first_key ? first_key : 1; i < end_key; i++) wrong += key_at(sorted_of, i - 1) > key_at(sorted_of, i);
    free(place);
    return wrong;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    class = is_class_find(name);
    if (!class) return program_unknown_class("is", name);
    keys = 1L << class->key_bits;
    values = 1L << class->value_bits;
    first_key = part_first(keys, THREADS, MYTHREAD);
    end_key = part_first(keys, THREADS, MYTHREAD + 1);
    first_value = part_first(values, THREADS, MYTHREAD);
    end_value = part_first(values, THREADS, MYTHREAD + 1);
    pieces_create();
    int wrong = 0;
    upc_barrier;
    rank_all(1);
    const double start = bench_now_ns();
    for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
        rank_all(iteration);
        if (MYTHREAD == 0) wrong += probes_wrong(iteration);
        upc_barrier;
    }
    if (MYTHREAD == 0) bench_print("is", bench_now_ns() - start);
    wrong_of[MYTHREAD] = wrong + order_wrong();
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    pieces_free();
    return MYTHREAD == 0 ? program_verdict("is", name, wrong == 0) : 0;
}
