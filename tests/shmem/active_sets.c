// 9.10, older forms: barrier, sync, broadcast, collect, fcollect, alltoall(s), to_all over active
// sets, many sets by turns. What PEs outside of a set call does nothing.
#include "check.h"

#include <complex.h>
#include <string.h>

enum { n = 5, most = 8 };
static int me, pes;
static long psync[SHMEM_SYNC_SIZE];
static long source[n * most], dest[n * most * 2], work[n + SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static int source32[n * most], dest32[n * most];

#define SET start, log_stride, size, psync

static void test_set(int start, int log_stride, int size) {
    const int stride = 1 << log_stride, rank = (me - start) / stride;
    if (me < start || (me - start) % stride || rank >= size) return;
    for (int i = 0; i < n * most; i++) {
        source[i] = me * 100 + i;
        source32[i] = me * 100 + i;
    }
    memset(dest, -1, sizeof dest);
    memset(dest32, -1, sizeof dest32);
    shmem_barrier(SET);

    shmem_broadcast64(dest, source, n, size - 1, SET);
    shmem_broadcast32(dest32, source32, n, 0, SET);
    const int last = start + (size - 1) * stride;
    for (int i = 0; i < n; i++) {
        CHECK(dest[i] == (me == last ? -1 : last * 100 + i)); /* not at the root */
        CHECK(dest32[i] == (me == start ? -1 : start * 100 + i));
    }
    shmem_sync(SET);

    shmem_fcollect64(dest, source, 2, SET);
    for (int i = 0; i < 2 * size; i++)
        CHECK(dest[i] == (start + i / 2 * stride) * 100 + i % 2);
    shmem_sync(SET);
    shmem_collect32(dest32, source32, (size_t)rank, SET);
    for (int r = 0, at = 0; r < size; r++)
        for (int i = 0; i < r; i++, at++)
            CHECK(dest32[at] == (start + r * stride) * 100 + i);
    shmem_sync(SET);
    shmem_alltoall64(dest, source, 2, SET);
    for (int i = 0; i < 2 * size; i++)
        CHECK(dest[i] == (start + i / 2 * stride) * 100 + 2 * rank + i % 2);
    shmem_sync(SET);
    shmem_alltoalls64(dest, source, 2, 1, 1, SET);
    for (int i = 0; i < size; i++)
        CHECK(dest[2 * i] == (start + i * stride) * 100 + rank);
    shmem_sync(SET);

    long sum = 0, product = 1;
    for (int r = 0; r < size; r++) {
        sum += (start + r * stride) * 100;
        product *= start + r * stride + 1;
    }
    shmem_long_sum_to_all(dest, source, n, start, log_stride, size, work, psync);
    for (int i = 0; i < n; i++)
        CHECK(dest[i] == sum + i * size);
    shmem_long_max_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == last * 100);
    shmem_long_min_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == start * 100);
    source[0] = me + 1;
    shmem_long_prod_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == product);
    source[0] = 7;
    shmem_long_and_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == 7);
    shmem_long_or_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == 7);
    shmem_long_xor_to_all(source, source, 1, start, log_stride, size, work, psync);
    CHECK(source[0] == (size % 2 ? 7 : 0));
    static double real[2];
    static double _Complex z[2], zwork[2];
    static double rwork[2];
    real[0] = 0.5;
    z[0] = 1 + 2 * I;
    shmem_double_sum_to_all(real + 1, real, 1, start, log_stride, size, rwork, psync);
    CHECK(real[1] == 0.5 * size);
    shmem_complexd_sum_to_all(z + 1, z, 1, start, log_stride, size, zwork, psync);
    CHECK(z[1] == size * (1 + 2 * I));
}

// All PEs call, for a set that all but PE 0 are outside of.
static void test_outside(void) {
    const int start = 0, log_stride = 0, size = 1;
    source[0] = me + 1;
    source32[0] = me + 1;
    dest[0] = -1;
    dest32[0] = -1;
    shmem_barrier(SET);
    shmem_sync(SET);
    shmem_broadcast64(dest, source, 1, 0, SET);
    CHECK(dest[0] == -1); /* not at the root */
    shmem_fcollect64(dest, source, 1, SET);
    CHECK(dest[0] == (me ? -1 : 1));
    shmem_collect32(dest32, source32, 1, SET);
    CHECK(dest32[0] == (me ? -1 : 1));
    dest[0] = dest[1] = -1;
    shmem_alltoall64(dest, source, 1, SET);
    shmem_alltoalls64(dest + 1, source, 1, 1, 1, SET);
    CHECK(dest[0] == (me ? -1 : 1) && dest[1] == dest[0]);
    dest[0] = -1;
    shmem_long_sum_to_all(dest, source, 1, start, log_stride, size, work, psync);
    CHECK(dest[0] == (me ? -1 : 1));
}

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
        psync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    for (int round = 0; round < 3; round++)
        for (int log_stride = 0; 1 << log_stride <= pes; log_stride++)
            for (int start = 0; start < pes; start++)
                for (int size = 1; start + (size - 1) * (1 << log_stride) < pes; size++)
                    test_set(start, log_stride, size);
    shmem_barrier_all();
    test_outside();
    shmem_barrier_all();
    return check_end();
}
