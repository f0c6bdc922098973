/* Bucket sort (see bucket_sort.h) in OpenSHMEM, as ISx has it. A PE reserves room in another's
 * bucket with one atomic operation and puts its group there. Prints the time of a key of one PE. */
#include <shmem.h>

#define BUCKET_WHERE

#include "../kernels/bucket_sort.h"

static long filled; /* of this PE's bucket */
static struct bucket_mark found;
static uint64_t wrong;
static uint32_t *own;
static uint32_t *grouped;
static uint32_t *bucket;
static uint32_t *room;
static long n; /* keys of this PE */
static long capacity;
static long *start; /* where those for a bucket begin in `grouped` */
static int me;
static int pes;

/* Puts own keys in order of the bucket they go to. */
static void group(void) {
    long *next = program_memory((size_t)(pes + 1) * sizeof *next);
    for (long i = 0; i < n; i++)
        next[bucket_of(own[i], pes) + 1]++;
    for (int to = 0; to < pes; to++)
        next[to + 1] += next[to];
    for (int to = 0; to <= pes; to++)
        start[to] = next[to];
    for (long i = 0; i < n; i++)
        grouped[next[bucket_of(own[i], pes)]++] = own[i];
    free(next);
}

/* Each begins with its own bucket, so that not all send to one at a time. */
static void send(void) {
    for (int k = 0; k < pes; k++) {
        const int to = (me + k) % pes;
        const long count = start[to + 1] - start[to];
        const long at = shmem_long_atomic_fetch_add(&filled, count, to);
        if (at + count > capacity) {
            fprintf(stderr, "bucket_sort: more than %ld keys for PE %d\n", capacity, to);
            shmem_global_exit(1);
        }
        shmem_putmem(bucket + at, grouped + start[to], (size_t)count * sizeof(uint32_t), to);
    }
}

static void sort_all(void) {
    filled = 0;
    shmem_barrier_all();
    group();
    send();
    shmem_barrier_all();
    bucket_sort(bucket, room, filled);
}

/* Own keys are in order, and in this PE's range. */
static uint64_t wrong_count(void) {
    uint64_t count = 0;
    for (long i = 0; i < filled; i++)
        count += bucket_of(bucket[i], pes) != me || (i && bucket[i - 1] > bucket[i]);
    return count;
}

static int order_right(long keys) {
    struct bucket_mark mark = {0, 0, 0};
    for (long i = 0; i < filled; i++)
        bucket_mark_add(&mark, bucket[i]);
    shmem_barrier_all();
    shmem_atomic_add(&wrong, wrong_count(), 0);
    shmem_atomic_add(&found.keys, mark.keys, 0);
    shmem_atomic_add(&found.sum, mark.sum, 0);
    shmem_atomic_add(&found.mixed, mark.mixed, 0);
    shmem_barrier_all();
    return me != 0 || (wrong == 0 && bucket_mark_right(&found, keys));
}

int main(int arguments, char **argument) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(arguments, argument, 'W');
    const long keys = bucket_keys_of(name);
    const long first = part_first(keys, pes, me);
    if (!keys) return program_unknown_class("bucket_sort", name);
    n = part_first(keys, pes, me + 1) - first;
    capacity = keys / pes + keys / pes / 8 + 1024;
    own = program_memory((size_t)n * sizeof *own);
    grouped = program_memory((size_t)n * sizeof *grouped);
    room = program_memory((size_t)capacity * sizeof *room);
    start = program_memory((size_t)(pes + 1) * sizeof *start);
    bucket = shmem_malloc((size_t)capacity * sizeof *bucket);
    for (long i = 0; i < n; i++)
        own[i] = bucket_key(first + i);
    for (int chunk = 0; chunk < chunks; chunk++) {
        shmem_barrier_all();
        const double started = bench_now_ns();
        sort_all();
        bench_add(&run, started, n);
    }
    if (me == 0) bench_print("bucket_sort", bench_median_ns(&run));
    const int right = order_right(keys);
    shmem_free(bucket);
    free(own);
    free(grouped);
    free(room);
    free(start);
    const int status = me == 0 ? program_verdict("bucket_sort", name, right) : 0;
    shmem_finalize();
    return status;
}
