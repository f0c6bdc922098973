// 7.2.5: copies of nothing, copies of an object onto itself, of one byte, across threads; null
// pointers with zero lengths; 7.2.2, 7.2.4: allocations of no blocks and no bytes, and freeing
// nothing.
#include "check.h"
#include <stddef.h>
#include <string.h>

shared [8] char bytes[8 * THREADS];

static void copies(void)
{
    char own[8];
    shared [8] char *here = &bytes[8 * MYTHREAD], *next = &bytes[8 * ((MYTHREAD + 1) % THREADS)];
    for (int k = 0; k < 8; k++) here[k] = (char)(10 * MYTHREAD + k);
    upc_barrier;
    upc_memcpy(here, next, 0);
    upc_memcpy(here, here, 8); // the very same object: nothing changes
    upc_memput(here, own, 0);
    memset(own, 1, sizeof own);
    upc_memget(own, next, 0);
    upc_memset(here, 77, 0);
    upc_memcpy(NULL, NULL, 0);
    upc_memput(NULL, own, 0);
    upc_memget(own, NULL, 0);
    upc_memset(NULL, 0, 0);
    for (int k = 0; k < 8; k++) CHECK(own[k] == 1 && here[k] == (char)(10 * MYTHREAD + k));
    upc_barrier; // a copy onto itself may write
    upc_memget(own + 3, next + 3, 1);
    CHECK_EQ(own[3], (char)(10 * ((MYTHREAD + 1) % THREADS) + 3));
    CHECK_EQ(own[2] + own[4], 2);
    upc_barrier;
    upc_memput(next + 7, "z", 1);
    upc_barrier;
    CHECK(here[7] == 'z' && here[6] == (char)(10 * MYTHREAD + 6));
    upc_memget(own, here, 8);
    upc_memput(here, (char *)here, 8); // private view of the same bytes
    CHECK(memcmp(own, (char *)here, 8) == 0);
}

static void allocations(void)
{
    shared void *none[] = {upc_alloc(0), upc_global_alloc(0, 8), upc_global_alloc(8, 0), upc_global_alloc(0, 0)};
    for (unsigned k = 0; k < sizeof none / sizeof *none; k++) upc_free(none[k]);
    upc_all_free(upc_all_alloc(0, 16)); // null or not
    shared void *all = upc_all_alloc(0, 0), *empty_blocks = upc_all_alloc(THREADS, 0);
    upc_all_free(all);
    upc_all_free(empty_blocks);
    upc_free(NULL);
    upc_all_free(NULL);
    upc_lock_free(NULL);
    upc_all_lock_free(NULL);
    shared [] char *one = upc_alloc(1);
    CHECK(one != NULL && upc_threadof(one) == MYTHREAD && upc_phaseof((shared void *)one) == 0);
    *one = 'x';
    upc_free(one);
    shared [3] short *uneven = upc_all_alloc(2 * THREADS + 1, 3 * sizeof(short)); // one block more than a whole row
    CHECK_EQ(upc_threadof(uneven), 0);
    upc_forall (int i = 0; i < 6 * THREADS + 3; i++; &uneven[i]) uneven[i] = (short)i;
    upc_barrier;
    for (int i = 0; i < 6 * THREADS + 3; i++) CHECK(uneven[i] == i && upc_threadof(&uneven[i]) == i / 3 % THREADS);
    upc_barrier;
    upc_all_free(uneven);
}

static void sizes(void)
{
    CHECK_EQ(upc_affinitysize(0, 4, MYTHREAD), 0);
    CHECK_EQ(upc_affinitysize(100, 0, 0), 100); // indefinite block: all on one thread
    size_t sum = 0;
    for (int t = 0; t < THREADS; t++) sum += upc_affinitysize(8 * THREADS + 3, 8, t);
    CHECK_EQ(sum, 8 * THREADS + 3);
    CHECK_EQ(upc_affinitysize(5, 1000, 0), 5); // a block larger than the array
    if (THREADS > 1) CHECK_EQ(upc_affinitysize(5, 1000, 1), 0);
    CHECK_EQ(upc_localsizeof(bytes), 8);
    CHECK_EQ(upc_blocksizeof(bytes), 8);
    CHECK_EQ(upc_elemsizeof(bytes), 1);
}

int main(void)
{
    copies();
    upc_barrier;
    allocations();
    sizes();
    PASS();
}
