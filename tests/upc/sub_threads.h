// Barriers and collective functions, one a step. Whichever system thread of the UPC thread calls
// meet(k), all UPC threads call it with the same k. The halves of a split barrier are two steps, so
// two system threads make one barrier.
#ifndef SUB_THREADS_H
#define SUB_THREADS_H

#include "check.h"
#include <upc_collective.h>
#include <upc_groups.h>

enum { KINDS = 8 };

static shared long given[THREADS], total, last_total;
static shared int word[THREADS], copied[THREADS];
static upc_lock_t *lock;

static void sub_threads_start(void) { lock = upc_all_lock_alloc(); }
static void sub_threads_end(void)
{
    upc_barrier;
    upc_all_lock_free(lock);
}

static long sum_of(int k) { return (long)THREADS * k + (long)THREADS * (THREADS - 1) / 2; }

static void allocate(int k)
{
    shared int *block = upc_all_alloc(THREADS, sizeof(int));
    block[MYTHREAD] = k + MYTHREAD;
    upc_barrier;
    CHECK_EQ(block[(MYTHREAD + 1) % THREADS], k + (MYTHREAD + 1) % THREADS);
    upc_all_free(block);
}

static void group(int k)
{
    long mine = k + MYTHREAD, all = 0;
    upc_group_t *const world = upc_group_world();
    upc_group_barrier(world);
    upc_group_reduce_all_privateL(world, &all, &mine, UPC_ADD, 1, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    CHECK_EQ(all, sum_of(k));
}

static void meet(int k)
{
    const int next = (MYTHREAD + 1) % THREADS;
    switch (k % KINDS) {
    case 0:
        word[MYTHREAD] = k + MYTHREAD;
        upc_barrier k;
        CHECK_EQ(word[next], k + next);
        break;
    case 1:
        given[MYTHREAD] = k + MYTHREAD;
        upc_all_reduceL(&total, given, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        CHECK_EQ(total, sum_of(k));
        break;
    case 2:
        if (MYTHREAD == 0) word[0] = 3 * k;
        upc_all_broadcast(copied, word, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        CHECK_EQ(copied[next], 3 * k);
        break;
    case 3: allocate(k); break;
    case 4: group(k); break;
    case 5:
        word[MYTHREAD] = 7 * k + MYTHREAD;
        upc_notify k;
        break;
    case 6:
        upc_wait k - 1;
        CHECK_EQ(word[next], 7 * (k - 1) + next);
        break;
    default:
        upc_lock(lock);
        last_total = total;
        upc_unlock(lock);
        upc_barrier;
    }
}

#endif
