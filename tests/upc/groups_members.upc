// Groups: how they are made, ranks and threads, tables of private pointers, ranges dealt out,
// barriers whose halves members mix, locks. Groups overlap and nest, and those without a common
// member go on without each other.
#include "check.h"
#include "groups.h"
#include <string.h>
#include <upc_castable.h>

static void check_members(int kind, upc_group_t *group)
{
    const int size = upc_group_size(group), rank = upc_group_rank(group);
    CHECK(rank >= 0 && rank < size);
    CHECK_EQ(upc_group_thread(group, rank), MYTHREAD);
    int members = 0;
    for (int t = 0; t < THREADS; t++) {
        const int r = upc_group_rank_of(group, t);
        members += r >= 0;
        if (r >= 0) CHECK_EQ(upc_group_thread(group, r), t);
        if (kind == NODE) CHECK_EQ(r >= 0, upc_thread_info(t).guaranteedCastable != 0);
    }
    CHECK_EQ(members, size);
    CHECK_EQ(upc_group_rank_of(group, -1), -1);
    CHECK_EQ(upc_group_rank_of(group, THREADS), -1);
    if (kind == ALL) CHECK_EQ(size, THREADS);
    if (kind == ALONE) CHECK_EQ(size, 1);
    if (kind == HALVES)
        for (int r = 0; r < size; r++) CHECK_EQ(upc_group_thread(group, r), (THREADS - 1 - (THREADS - 1 - MYTHREAD) % 2) - 2 * r);
    if (kind == LISTED)
        for (int r = 0; r < (THREADS + 1) / 2; r++) CHECK_EQ(upc_group_thread(group, r), THREADS - 1 - 2 * r);
}

shared [3] int array[3 * THREADS];
shared int word[THREADS];
shared long sum[THREADS]; /* of a group, on rank 0 */

static void check_table(upc_group_t *group)
{
    void *parts[THREADS];
    const int size = upc_group_size(group);
    upc_group_cast(group, array, parts);
    for (int r = 0; r < size; r++) CHECK(parts[r] == upc_cast(&array[3 * upc_group_thread(group, r)]));
    upc_group_cast(group, &array[3 * upc_group_thread(group, 0)], parts); /* by rank 0 */
    CHECK(parts[upc_group_rank(group)] == (void *)&array[3 * MYTHREAD]);
}

static void check_ranges(upc_group_t *group)
{
    const int size = upc_group_size(group), rank = upc_group_rank(group);
    for (long length = -1; length < 3 * size + 2; length++) {
        long turns = 0, run = 0, next = upc_group_first(group, rank, 5, 5 + length);
        upc_group_forall(group, i, 5, 5 + length) {
            CHECK_EQ((i - 5) % size, rank);
            turns++;
        }
        upc_group_forall_blocked(group, i, 5, 5 + length) {
            CHECK_EQ(i, next);
            next++;
            run++;
        }
        const long all = length < 0 ? 0 : length;
        CHECK_EQ(turns, all / size + (rank < all % size));
        CHECK_EQ(run, all / size + (rank < all % size));
        CHECK_EQ(upc_group_first(group, 0, 5, 5 + length), 5);
        CHECK_EQ(upc_group_first(group, size, 5, 5 + length), 5 + all);
    }
}

/* What a member wrote in front of a barrier the others read behind it, whichever form each of them takes. */
static void check_barriers(upc_group_t *group)
{
    const int size = upc_group_size(group), rank = upc_group_rank(group);
    const int next = upc_group_thread(group, (rank + 1) % size);
    for (int round = 0; round < often(60, 4); round++) {
        word[MYTHREAD] = round * 100 + rank;
        if ((round + rank) % 3) {
            upc_group_barrier(group);
        } else {
            upc_group_notify(group);
            upc_group_wait(group);
        }
        CHECK_EQ(word[next], round * 100 + (rank + 1) % size);
        upc_group_notify(group); /* behind the reads, in front of the next round's writes */
        upc_group_wait(group);
    }
}

static void check_locks(upc_group_t *group)
{
    shared long *const at = &sum[upc_group_thread(group, 0)];
    upc_lock_t *const lock = upc_group_lock_alloc(group);
    if (upc_group_rank(group) == 0) *at = 0;
    upc_group_barrier(group);
    for (int i = 0; i < often(50, 5); i++) {
        upc_lock(lock);
        *at += 1;
        upc_unlock(lock);
    }
    upc_group_barrier(group);
    CHECK_EQ(*at, often(50, 5) * upc_group_size(group));
    upc_group_lock_free(group, lock);
}

/* A member that nobody waits for may be in a barrier of all threads first. */
static void check_late_member(void)
{
    upc_group_t *const copy = upc_group_split(upc_group_world(), 0, 0);
    char byte = 1;
    for (int round = 0; round < 5; round++) {
        const int late = THREADS > 2 && MYTHREAD == THREADS - 1;
        if (late) upc_barrier;
        if (MYTHREAD == 0)
            for (volatile long i = 0; i < 3000000; i++) {}
        byte = (char)(MYTHREAD ? 0 : round);
        upc_group_broadcast_private(copy, &byte, 1, 0, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
        CHECK_EQ(byte, round);
        if (!late) upc_barrier;
    }
    upc_group_free(copy);
}

/* Each level's group is part of the next one's. */
static void check_levels(void)
{
    upc_group_t *const world = upc_group_world();
    upc_group_t *const levels[] = {upc_group_level(world, POLDER_LEVEL_PU), upc_group_core(world), upc_group_l3(world), upc_group_numa(world),
                                   upc_group_package(world), upc_group_node(world), upc_group_level(world, POLDER_LEVEL_JOB)};
    for (int level = 0; level < 7; level++) {
        CHECK(upc_group_rank_of(levels[level], MYTHREAD) >= 0);
        for (int t = 0; level && t < THREADS; t++)
            CHECK(upc_group_rank_of(levels[level], t) >= 0 || upc_group_rank_of(levels[level - 1], t) < 0);
        upc_group_barrier(levels[level]);
    }
    CHECK_EQ(upc_group_size(levels[6]), THREADS);
    for (int level = 0; level < 7; level++) upc_group_free(levels[level]);
}

/* Rows and columns of a grid: every thread is in one of each, and they overlap. */
static void check_grid(void)
{
    upc_group_t *const world = upc_group_world();
    const int width = THREADS > 3 ? 2 : 1;
    upc_group_t *const node = upc_group_node(world);
    upc_group_t *const row = upc_group_split(world, MYTHREAD / width, 0), *const column = upc_group_split(world, MYTHREAD % width, 0);
    for (int round = 0; round < often(20, 3); round++) {
        upc_group_barrier(row);
        upc_group_notify(column); /* between the halves in one group, a barrier in another */
        upc_group_barrier(row);
        upc_group_wait(column);
        upc_group_barrier(node);
    }
    upc_group_free(node);
    upc_group_free(row);
    upc_group_free(column);
}

int main(void)
{
    CHECK(upc_group_world() == upc_group_world());
    CHECK(upc_group_split(upc_group_world(), -1, 0) == 0);
    CHECK(upc_group_list(upc_group_world(), 0, 0) == 0);
    upc_group_free(0);
    for (int kind = 0; kind < KINDS; kind++) {
        upc_group_t *const group = group_of_kind(kind);
        if (group) {
            check_members(kind, group);
            check_table(group);
            check_ranges(group);
            check_barriers(group);
            check_locks(group);
        }
        free_group(kind, group);
    }
    check_levels();
    check_late_member();
    check_grid();
    upc_notify; /* groups have nothing to do with the barrier of all */
    upc_group_barrier(upc_group_world());
    upc_wait;
    PASS();
    return 0;
}
