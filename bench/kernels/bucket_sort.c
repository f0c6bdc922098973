/* Reference for bucket_sort.upc: OpenMP threads with buckets of their own. Prints the time of a key
 * of one thread. */
#include <omp.h>
#include <string.h>

#define BUCKET_WHERE

#include "bucket_sort.h"

enum { ALL = PROGRAM_REFERENCE_THREADS };

static long count[ALL][ALL]; /* count[to][from] */
static uint32_t *bucket[ALL];
static long size[ALL];

/* Puts own keys in order of the bucket they go to; start[to] is where those for a bucket begin. */
static void group(const uint32_t *own, long n, uint32_t *grouped, long *start) {
    long next[ALL + 1] = {0};
    for (long i = 0; i < n; i++)
        next[bucket_of(own[i], ALL) + 1]++;
    for (int to = 0; to < ALL; to++)
        next[to + 1] += next[to];
    for (int to = 0; to <= ALL; to++)
        start[to] = next[to];
    for (long i = 0; i < n; i++)
        grouped[next[bucket_of(own[i], ALL)]++] = own[i];
}

static void sort_all(const uint32_t *own, uint32_t *grouped, long n) {
    const int me = omp_get_thread_num();
    long start[ALL + 1];
    group(own, n, grouped, start);
    for (int to = 0; to < ALL; to++)
        count[to][me] = start[to + 1] - start[to];
#pragma omp barrier
    size[me] = 0;
    for (int from = 0; from < ALL; from++)
        size[me] += count[me][from];
    bucket[me] = malloc((size_t)(size[me] + 1) * sizeof **bucket);
    uint32_t *room = malloc((size_t)(size[me] + 1) * sizeof *room);
    if (!bucket[me] || !room) exit(1);
#pragma omp barrier
    for (int to = 0; to < ALL; to++) {
        long at = 0;
        for (int from = 0; from < me; from++)
            at += count[to][from];
        memcpy(bucket[to] + at, grouped + start[to], (size_t)(start[to + 1] - start[to]) * sizeof *grouped);
    }
#pragma omp barrier
    bucket_sort(bucket[me], room, size[me]);
    free(room);
#pragma omp barrier
}

static int order_right(long keys) {
    struct bucket_mark mark = {0, 0, 0};
    uint32_t before = 0;
    for (int t = 0; t < ALL; t++)
        for (long i = 0; i < size[t]; i++) {
            if (bucket[t][i] < before) return 0;
            before = bucket[t][i];
            bucket_mark_add(&mark, before);
        }
    return bucket_mark_right(&mark, keys);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const long keys = bucket_keys_of(name);
    if (!keys) return program_unknown_class("bucket_sort", name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
#pragma omp parallel num_threads(ALL)
    {
        const long first = part_first(keys, ALL, omp_get_thread_num());
        const long n = part_first(keys, ALL, omp_get_thread_num() + 1) - first;
        uint32_t *own = program_memory((size_t)n * sizeof *own);
        uint32_t *grouped = program_memory((size_t)n * sizeof *grouped);
        for (long i = 0; i < n; i++)
            own[i] = bucket_key(first + i);
        for (int chunk = 0; chunk < chunks; chunk++) {
            const double start = bench_now_ns();
            if (chunk) free(bucket[omp_get_thread_num()]);
            sort_all(own, grouped, n);
#pragma omp master
            bench_add(&run, start, n);
        }
        free(own);
        free(grouped);
    }
    bench_print("bucket_sort", bench_median_ns(&run));
    return program_verdict("bucket_sort", name, order_right(keys));
}
