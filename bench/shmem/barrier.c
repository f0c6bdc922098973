/* What all PEs do together, back to back. It needs OpenSHMEM 1.4 only, so that older
 * implementations run it too. Collective routines are therefore those of active sets. The median
 * chunk counts, as in barrier.upc.
 *
 *    barrier, sync  shmem_barrier_all, shmem_sync_all
 *    ring           a value goes round once
 *    lock           each PE takes a lock, as it comes
 *    broadcast_8, reduce_8, collect_8, alltoall_8
 *                   of one element a PE */
#include <shmem.h>

#include "../micro/bench.h"

enum {
    MOST = 64,
    SYNC_SIZE = SHMEM_COLLECT_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE + SHMEM_ALLTOALL_SYNC_SIZE
};

static long turn;
static long lock;
static long given[MOST];
static long received[MOST];
/* Calls that follow each other use them in turn. */
static long sync_words[2][SYNC_SIZE];
static long work[2][SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];

#define MEASURE(figure, trips, OPERATION)                                                                              \
    do {                                                                                                               \
        struct bench_run run = {0};                                                                                    \
        const int chunks = bench_chunks();                                                                             \
        const long times = (trips) / (pes > 2 ? pes : 1);                                                              \
        shmem_barrier_all();                                                                                           \
        for (int chunk = 0; chunk < chunks; chunk++) {                                                                 \
            const double start = bench_now_ns();                                                                       \
            for (long i = 0; i < times; i++)                                                                           \
                OPERATION;                                                                                             \
            bench_add(&run, start, times);                                                                             \
        }                                                                                                              \
        shmem_barrier_all();                                                                                           \
        if (me == 0) bench_print(figure, bench_median_ns(&run));                                                       \
    } while (0)

static void go_round(long *at, int me, int pes) {
    if (me == 0) {
        shmem_long_p(&turn, ++*at, 1 % pes);
        shmem_long_wait_until(&turn, SHMEM_CMP_EQ, *at);
    } else {
        shmem_long_wait_until(&turn, SHMEM_CMP_EQ, ++*at);
        shmem_long_p(&turn, *at, (me + 1) % pes);
    }
}

int main(void) {
    shmem_init();
    const int me = shmem_my_pe();
    const int pes = shmem_n_pes();
    long at = 0;
    MEASURE("barrier", 4000, shmem_barrier_all());
    MEASURE("sync", 4000, shmem_sync_all());
    MEASURE("ring", 4000, go_round(&at, me, pes));
    MEASURE("lock", 4000, {
        shmem_set_lock(&lock);
        shmem_clear_lock(&lock);
    });
    for (int i = 0; i < SYNC_SIZE; i++)
        sync_words[0][i] = sync_words[1][i] = SHMEM_SYNC_VALUE;
    MEASURE("broadcast_8", 2000, {
        shmem_broadcast64(received, given, 1, 0, 0, 0, pes, sync_words[i & 1]);
        shmem_sync_all();
    });
    MEASURE("reduce_8", 2000, shmem_long_sum_to_all(received, given, 1, 0, 0, pes, work[i & 1], sync_words[i & 1]));
    if (pes <= MOST) {
        MEASURE("collect_8", 2000, shmem_fcollect64(received, given, 1, 0, 0, pes, sync_words[i & 1]));
        MEASURE("alltoall_8", 2000, shmem_alltoall64(received, given, 1, 0, 0, pes, sync_words[i & 1]));
    }
    shmem_finalize();
    return 0;
}
