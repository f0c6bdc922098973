// 9.10: collective operations on more data than fits a line: dest in the heap and static, source
// anywhere in the caller's memory, teams and active sets, sums and scans in place, a dest each for
// operations that follow one another without a synchronisation.
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { most = 8, longest = 9000, rows = 5 };
static int me, pes;
static long psync[SHMEM_SYNC_SIZE];
static long work[longest / 2 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long static_dest[most * longest], static_source[longest];

static long value(int pe, size_t i) {
    return 1000000L * (pe + 1) + (long)i;
}

static void fill(long *source, size_t count) {
    for (size_t i = 0; i < count; i++)
        source[i] = value(me, i);
}

static int holds(const long *at, size_t count, int pe, size_t first) {
    for (size_t i = 0; i < count; i++)
        if (at[i] != value(pe, first + i)) return 0;
    return 1;
}

static void test_moves(long *dest, long *source, size_t count) {
    fill(source, count);
    shmem_sync_all();
    for (int root = 0; root < pes; root++) {
        CHECK(shmem_long_broadcast(SHMEM_TEAM_WORLD, dest, source, count, root) == 0);
        CHECK(holds(dest, count, root, 0));
        shmem_sync_all();
    }
    CHECK(shmem_long_fcollect(SHMEM_TEAM_WORLD, dest, source, count) == 0);
    for (int pe = 0; pe < pes; pe++)
        CHECK(holds(dest + (size_t)pe * count, count, pe, 0));
    shmem_sync_all();
    CHECK(shmem_long_collect(SHMEM_TEAM_WORLD, dest, source, me % 2 ? count : count / 3) == 0);
    for (int pe = 0, at = 0; pe < pes; pe++) {
        const size_t length = pe % 2 ? count : count / 3;
        CHECK(holds(dest + at, length, pe, 0));
        at += (int)length;
    }
    shmem_sync_all();
    const size_t block = count / (size_t)pes;
    CHECK(shmem_long_alltoall(SHMEM_TEAM_WORLD, dest, source, block) == 0);
    for (int pe = 0; pe < pes; pe++)
        CHECK(holds(dest + (size_t)pe * block, block, pe, (size_t)me * block));
    shmem_sync_all();
}

/* The sum of what the PEs below `end` give. */
static int is_sum(const long *at, size_t count, int end) {
    for (size_t i = 0; i < count; i++) {
        long sum = 0;
        for (int pe = 0; pe < end; pe++)
            sum += value(pe, i);
        if (at[i] != sum) return 0;
    }
    return 1;
}

static void test_sums(long *dest, long *source, size_t count) {
    fill(source, count);
    shmem_sync_all();
    CHECK(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, count) == 0);
    CHECK(is_sum(dest, count, pes));
    fill(source, count);
    shmem_sync_all();
    CHECK(shmem_long_sum_inscan(SHMEM_TEAM_WORLD, dest, source, count) == 0);
    CHECK(is_sum(dest, count, me + 1));
    fill(source, count);
    shmem_sync_all();
    CHECK(shmem_long_sum_exscan(SHMEM_TEAM_WORLD, dest, source, count) == 0);
    CHECK(is_sum(dest, count, me));
    shmem_sync_all();
}

/* Even PEs, then all but the first. */
static void test_sets(long *dest, long *source, size_t count) {
    fill(source, count);
    shmem_sync_all();
    for (int kind = 0; kind < 2; kind++) {
        const int start = kind, log_stride = 1 - kind, size = kind ? pes - 1 : (pes + 1) / 2;
        if (size == 0) continue;
        const int rank = (me - start) >> log_stride;
        if (me >= start && (me - start) % (1 << log_stride) == 0) {
            memset(dest, 0, (size_t)size * count * sizeof *dest);
            shmem_sync(start, log_stride, size, psync);
            shmem_broadcast64(dest, source, count, size - 1, start, log_stride, size, psync);
            const int last = start + ((size - 1) << log_stride);
            CHECK(me == last ? dest[0] == 0 : holds(dest, count, last, 0));
            shmem_sync(start, log_stride, size, psync);
            shmem_fcollect64(dest, source, count, start, log_stride, size, psync);
            for (int r = 0; r < size; r++)
                CHECK(holds(dest + (size_t)r * count, count, start + (r << log_stride), 0));
            shmem_sync(start, log_stride, size, psync);
            shmem_long_max_to_all(dest, source, (int)count, start, log_stride, size, work, psync);
            CHECK(holds(dest, count, last, 0));
            CHECK(rank < size);
        }
        shmem_sync_all();
    }
}

/* A PE that is ahead writes to rows that the others have not come to. */
static void test_rows(long *dest, long *source, size_t count) {
    fill(source, count);
    memset(dest, 0, rows * count * sizeof *dest);
    shmem_sync_all();
    for (int row = 0; row < rows; row++)
        shmem_long_broadcast(SHMEM_TEAM_WORLD, dest + (size_t)row * count, source, count, row % pes);
    for (int row = 0; row < rows; row++)
        CHECK(holds(dest + (size_t)row * count, count, row % pes, 0));
    shmem_sync_all();
}

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
        psync[i] = SHMEM_SYNC_VALUE;
    long *const dest = shmem_malloc((size_t)most * longest * sizeof *dest);
    long *const source = shmem_malloc(longest * sizeof *source);
    long *const own = malloc(longest * sizeof *own); /* as others are not to read it */
    const size_t counts[] = {7, 512, longest};
    for (int i = 0; i < 3; i++) {
        const size_t count = counts[i];
        test_moves(dest, source, count);
        test_moves(static_dest, static_source, count);
        test_moves(dest, own, count);
        test_sums(dest, source, count);
        test_sums(source, source, count);
        test_sums(static_dest, me % 2 ? own : static_source, count);
        test_sets(dest, source, count);
        if (count <= 512) test_rows(static_dest, source, count);
    }
    free(own);
    shmem_free(source);
    shmem_free(dest);
    return check_end();
}
