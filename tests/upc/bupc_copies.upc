// Berkeley's copies in the background: explicit and implicit handles, arrays of handles, access
// regions.
#include "check.h"
#include <bupc_extensions.h>
#include <string.h>

#define N 1000

shared [N] int a[N * THREADS], b[N * THREADS];

static int value(int thread, int i) { return 7919 * thread + i; }

static void fill(int thread)
{
    for (int i = 0; i < N; i++) a[N * thread + i] = value(thread, i);
    bupc_waitsync(bupc_memset_async(&b[N * thread], 0xff, sizeof(int) * N));
}

static void expect(const int *got, int thread)
{
    for (int i = 0; i < N; i++) CHECK_EQ(got[i], value(thread, i));
}

int main(void)
{
    const int next = (MYTHREAD + 1) % THREADS, before = (MYTHREAD + THREADS - 1) % THREADS;
    int *mine = (int *)&b[N * MYTHREAD], local[N];
    fill(MYTHREAD);
    CHECK_EQ(mine[0], -1);
    CHECK_EQ(mine[N - 1], -1);
    upc_barrier;

    bupc_handle_t h = bupc_memget_async(local, &a[N * next], sizeof local);
    while (!bupc_trysync(h)) ;
    expect(local, next);
    bupc_waitsync(bupc_memcpy_async(&b[N * next], &a[N * MYTHREAD], sizeof local));
    upc_barrier;
    expect(mine, before);
    upc_barrier;
    for (int i = 0; i < N; i++) local[i] = value(MYTHREAD + 5, i);
    bupc_waitsync(bupc_memput_async(&b[N * next], local, sizeof local));
    upc_barrier;
    expect(mine, before + 5);
    upc_barrier;

    /* implicit handles, inside a region and outside */
    bupc_memcpy_asynci(&b[N * next], &a[N * next], sizeof local);
    bupc_memget_asynci(local, &a[N * before], sizeof local);
    bupc_waitsynci();
    expect(local, before);
    upc_barrier;
    expect(mine, MYTHREAD);
    upc_barrier;
    bupc_begin_accessregion();
    bupc_memput_asynci(&b[N * next], local, sizeof local);
    h = bupc_end_accessregion();
    bupc_waitsync(h);
    upc_barrier;
    expect(mine, (before + THREADS - 1) % THREADS);
    upc_barrier;
    bupc_memset_asynci(&b[N * next], 0, sizeof local);
    while (!bupc_trysynci()) ;
    upc_barrier;
    CHECK_EQ(mine[N / 2], 0);

    /* arrays of handles */
    bupc_handle_t hs[THREADS + 1];
    static int all[N];
    hs[THREADS] = BUPC_COMPLETE_HANDLE;
    for (int t = 0; t < THREADS; t++) hs[t] = bupc_memget_async(all + t, &a[N * t], sizeof(int));
    bupc_waitsync_all(hs, THREADS + 1);
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(all[t], value(t, 0));
        CHECK(hs[t] == BUPC_COMPLETE_HANDLE);
    }
    for (int t = 0; t < THREADS; t++) hs[t] = bupc_memget_async(all + t, &a[N * t + 1], sizeof(int));
    while (!bupc_trysync_all(hs, THREADS + 1)) ;
    for (int t = 0; t < THREADS; t++) CHECK_EQ(all[t], value(t, 1));
    for (int t = 0; t < THREADS; t++) hs[t] = bupc_memget_async(all + t, &a[N * t + 2], sizeof(int));
    bupc_waitsync_some(hs, THREADS + 1);
    while (!bupc_trysync_some(hs, THREADS + 1)) ;
    bupc_waitsync_all(hs, THREADS + 1);
    for (int t = 0; t < THREADS; t++) CHECK_EQ(all[t], value(t, 2));
    CHECK_EQ(bupc_trysync_some(hs, 0), 1);
    CHECK_EQ(bupc_trysync_all(hs, 0), 1);
    PASS();
    return 0;
}
