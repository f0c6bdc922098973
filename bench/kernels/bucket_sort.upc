/* Bucket sort (see bucket_sort.h): a thread groups its keys by where they go and tells everyone how
 * many come. Then it puts each group to its place in the other's bucket. Prints the time of a key
 * of one thread. */
#include <upc_relaxed.h>

#define BUCKET_WHERE shared []

#include "bucket_sort.h"

typedef shared [] long *counts_t;

shared counts_t counts_of[THREADS]; /* counts_of[to][from]: keys that thread `from` sends */
shared bucket_keys bucket_of_thread[THREADS];
shared long size_of[THREADS];
shared struct bucket_mark mark_of[THREADS];
shared int right_of[THREADS];

static uint32_t *own;
static uint32_t *grouped;
static long n;      /* keys of this thread */
static long *start; /* where those for a bucket begin in `grouped` */

/* Puts own keys in order of the bucket they go to. */
static void group(void) {
    long *next = program_memory((size_t)(THREADS + 1) * sizeof *next);
    for (long i = 0; i < n; i++) next[bucket_of(own[i], THREADS) + 1]++;
    for (int to = 0; to < THREADS; to++) next[to + 1] += next[to];
    for (int to = 0; to <= THREADS; to++) start[to] = next[to];
    for (long i = 0; i < n; i++) grouped[next[bucket_of(own[i], THREADS)]++] = own[i];
    free(next);
}

/* Puts each group behind those of the threads before. */
static void send(void) {
    for (int to = 0; to < THREADS; to++) {
        long at = 0;
        for (int from = 0; from < MYTHREAD; from++) at += counts_of[to][from];
        upc_memput(bucket_of_thread[to] + at, grouped + start[to],
                   (size_t)(start[to + 1] - start[to]) * sizeof(uint32_t));
    }
}

static void sort_all(void) {
    long size = 0;
    group();
    for (int to = 0; to < THREADS; to++) counts_of[to][MYTHREAD] = start[to + 1] - start[to];
    upc_barrier;
    for (int from = 0; from < THREADS; from++) size += counts_of[MYTHREAD][from];
    bucket_keys bucket = upc_alloc((size_t)(size + 1) * sizeof(uint32_t));
    bucket_keys room = upc_alloc((size_t)(size + 1) * sizeof(uint32_t));
    bucket_of_thread[MYTHREAD] = bucket;
    size_of[MYTHREAD] = size;
    upc_barrier;
    send();
    upc_barrier;
    bucket_sort(bucket, room, size);
    upc_free(room);
    upc_barrier;
}

static int order_right(long keys) {
    const bucket_keys bucket = bucket_of_thread[MYTHREAD];
    struct bucket_mark mark = {0, 0, 0};
    int right = 1;
    for (long i = 0; i < size_of[MYTHREAD]; i++) {
        right &= bucket_of(bucket[i], THREADS) == MYTHREAD && (i == 0 || bucket[i - 1] <= bucket[i]);
        bucket_mark_add(&mark, bucket[i]);
    }
    mark_of[MYTHREAD] = mark;
    right_of[MYTHREAD] = right;
    upc_barrier;
    struct bucket_mark all = {0, 0, 0};
    for (int t = 0; t < THREADS; t++) {
        all.keys += mark_of[t].keys;
        all.sum += mark_of[t].sum;
        all.mixed += mark_of[t].mixed;
        right &= right_of[t];
    }
    return right && bucket_mark_right(&all, keys);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const long keys = bucket_keys_of(name);
    if (!keys) return program_unknown_class("bucket_sort", name);
    const long first = part_first(keys, THREADS, MYTHREAD);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    n = part_first(keys, THREADS, MYTHREAD + 1) - first;
    own = program_memory((size_t)n * sizeof *own);
    grouped = program_memory((size_t)n * sizeof *grouped);
    start = program_memory((size_t)(THREADS + 1) * sizeof *start);
    counts_of[MYTHREAD] = upc_alloc(THREADS * sizeof(long));
    for (long i = 0; i < n; i++) own[i] = bucket_key(first + i);
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double started = bench_now_ns();
        if (chunk) upc_free(bucket_of_thread[MYTHREAD]);
        sort_all();
        bench_add(&run, started, n);
    }
    if (MYTHREAD == 0) bench_print("bucket_sort", bench_median_ns(&run));
    const int right = order_right(keys);
    upc_barrier;
    upc_free(counts_of[MYTHREAD]);
    upc_free(bucket_of_thread[MYTHREAD]);
    free(own);
    free(grouped);
    free(start);
    return MYTHREAD == 0 ? program_verdict("bucket_sort", name, right) : 0;
}
