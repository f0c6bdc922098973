// 7.2.2: upc_all_alloc, upc_global_alloc, upc_alloc, upc_free, upc_all_free: layout, affinity,
// alignment, phase, distinct objects, null results, any pairing of allocation and freeing
// functions.
#include "check.h"
#include <stdint.h>

shared void *shared kept[THREADS];
shared [] int *shared local[THREADS];

static void check_blocks(shared void *v, int blocks, int bytes)
{
    CHECK(v != NULL);
    CHECK_EQ(upc_phaseof(v), 0);
    CHECK_EQ(upc_threadof(v), 0);
    CHECK_EQ(upc_addrfield(v) % 16, 0);
    for (int b = 0; b < blocks; b++) {
        shared char *base = v;
        const int turn = b / THREADS;
        shared [] char *block = (shared [] char *)(base + b % THREADS) + turn * bytes;
        CHECK_EQ(upc_threadof(block), b % THREADS);
        if (b % THREADS == (MYTHREAD + 1) % THREADS)
            for (int i = 0; i < bytes; i++) block[i] = (char)(b * 7 + i);
    }
}

static void verify_blocks(shared void *v, int blocks, int bytes)
{
    for (int b = 0; b < blocks; b++) {
        shared [] char *block = (shared [] char *)((shared char *)v + b % THREADS) + b / THREADS * bytes;
        for (int i = 0; i < bytes; i += 5) CHECK_EQ(block[i], (char)(b * 7 + i));
    }
}

int main(void)
{
    static const int shapes[][2] = {{1, 1}, {1, 1000}, {3, 40}, {7, 8}, {20, 100}, {64, 3}, {5, 70000}};
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        const int blocks = shapes[k][0], bytes = shapes[k][1];
        shared void *v = upc_all_alloc(blocks, bytes);
        kept[MYTHREAD] = v;
        upc_barrier;
        for (int t = 0; t < THREADS; t++) CHECK(kept[t] == v); // the same on all threads
        check_blocks(v, blocks, bytes);
        upc_barrier;
        verify_blocks(v, blocks, bytes);
        upc_barrier;
        if (k % 2) upc_all_free(v);
        else if (MYTHREAD == (int)k % THREADS) upc_free(v);
    }

    // upc_global_alloc: one object for each call.
    shared [10] int *g = upc_global_alloc(THREADS, 10 * sizeof(int));
    kept[MYTHREAD] = g;
    for (int i = 0; i < 10 * THREADS; i++) g[i] = 1000 * MYTHREAD + i;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        shared [10] int *p = kept[t];
        for (int i = 0; i < 10 * THREADS; i++) {
            CHECK_EQ(p[i], 1000 * t + i);
            CHECK_EQ(upc_threadof(&p[i]), i / 10);
        }
        for (int u = 0; u < t; u++) CHECK(kept[u] != kept[t]);
    }
    upc_barrier;
    upc_free(kept[(MYTHREAD + 1) % THREADS]); // another thread's

    // upc_alloc: memory of the caller's own.
    local[MYTHREAD] = upc_alloc(500 * sizeof(int));
    CHECK_EQ(upc_threadof(local[MYTHREAD]), MYTHREAD);
    int *own = (int *)local[MYTHREAD];
    CHECK_EQ((uintptr_t)own % 16, 0);
    for (int i = 0; i < 500; i++) own[i] = MYTHREAD - i;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) CHECK_EQ(local[t][499], t - 499);
    upc_barrier;
    shared [] int *right = local[(MYTHREAD + 1) % THREADS];
    upc_barrier;
    upc_free(right);

    // Zero bytes: null. Freeing null: nothing.
    CHECK(upc_alloc(0) == NULL && upc_global_alloc(0, 8) == NULL && upc_global_alloc(8, 0) == NULL);
    CHECK(upc_all_alloc(0, 4) == NULL && upc_all_alloc(4, 0) == NULL);
    upc_free(NULL);
    upc_all_free(NULL);
    PASS();
    return 0;
}
