// Loops over all threads that begin with the own part: the same results as in order, also where the
// sides overlap, and where they must stay in order.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <string.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 6
static int failed;
shared [N] int part[THREADS * N];
shared [N * N] int table[THREADS * N * N];
shared int each[THREADS];
static int got[1000], rows[40][N];

static void gather(int n, int *into) {
    int t;
    memset(into, 0, 1000 * sizeof(int));
    for (t = 0; t < THREADS; t++)
        upc_memget(&into[t * n], &part[t * N], N * sizeof(int));
    CHECK(t == THREADS);
    for (t = 0; t < THREADS; t++)
        for (int i = 0; i < (t + 1 < THREADS && n < N ? n : N); i++) CHECK(into[t * n + i] == 100 * t + i); /* later iterations write over earlier ones */
}

static void own_memory(int *into, int n) { /* sides in shared memory: the own part of what is moved */
    for (int t = 0; t < THREADS; t++)
        if (t != MYTHREAD) upc_memput(&table[t * N * N], into + t * n, n * sizeof(int));
}

shared [2 * N] int doubled[2 * N * THREADS];
static int first[1000], second[1000];

/* Several transfers an iteration: what one fetches another may send on, in the next iteration too. */
static void several(int into_same, int n) {
    int *const fetched = first, *const sent = into_same ? first : second;
    for (int i = 0; i < 1000; i++) first[i] = second[i] = -1 - i;
    for (int t = 0; t < THREADS; t++) {
        upc_memget(fetched + t * N, &part[t * N], N * sizeof(int));
        upc_memput(&doubled[t * 2 * N + (MYTHREAD & 1) * N], sent + n * t, (MYTHREAD < 2 ? N : 0) * sizeof(int));
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++) CHECK(first[t * N + i] == 100 * t + i);
    if (MYTHREAD < 2)
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < N; i++) {
                const int from = n * t + i; /* what lay there in iteration t */
                const int there = into_same && from / N <= t ? 100 * (from / N) + from % N : -1 - from;
                CHECK(doubled[t * 2 * N + (MYTHREAD & 1) * N + i] == there);
            }
    upc_barrier;
}

/* With two others in each iteration; nested targets; a condition around all. */
static void others(void) {
    shared [N] int *const next = part + (THREADS > 1 ? N : 0);
    for (int t = 0; t < THREADS; t++) {
        upc_memget(first + t * N, &part[t * N], N * sizeof(int));
        if (t + 1 < THREADS) upc_memget(second + t * N, next + t * N, N * sizeof(int));
    }
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++) CHECK(first[t * N + i] == 100 * t + i && (t + 1 == THREADS || second[t * N + i] == 100 * (t + 1) + i));
    for (int t = 0; t < THREADS; t++)
        if (THREADS <= 64) {
            upc_memget(first + t * N, &part[t * N], N * sizeof(int));
            { upc_memget(second + t * N, &part[t * N], N * sizeof(int)); upc_memget(rows[t], &part[t * N], N * sizeof(int)); }
        }
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++) CHECK(first[t * N + i] == 100 * t + i && second[t * N + i] == 100 * t + i && rows[t][i] == 100 * t + i);
}

int main(void) {
    for (int i = 0; i < N; i++) part[MYTHREAD * N + i] = 100 * MYTHREAD + i;
    upc_barrier;
    gather(N, got);
    gather(N + 3, got);
    gather(2, got); /* overlaps: must stay in order */
    for (int t = 0; t < THREADS; ++t) upc_memget(rows[t], &part[t * N], sizeof rows[0]);
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++) CHECK(rows[t][i] == 100 * t + i);
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++) upc_memput(&each[t], got, sizeof(int));
    upc_barrier;
    int *own = (int *)&table[MYTHREAD * N * N]; /* reads the thread's own part, which its own iteration writes */
    for (int i = 0; i < N * N; i++) own[i] = 1000 * MYTHREAD + i;
    upc_barrier;
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++) upc_memput(&table[t * N * N], own + (t < 5 ? 3 : 3) + t, 3 * sizeof(int));
    upc_barrier;
    if (MYTHREAD == 0) { /* as in order: nobody reads own[0..2], which iteration 0 writes */
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < 3; i++) CHECK(table[t * N * N + i] == 3 + t + i);
        for (int i = 0; i < N * N; i++) own[i] = i;
        for (int t = 0; t < THREADS; t++) upc_memput(&table[t * N * N + 1], own + 9 - t, 4 * sizeof(int));
        int model[N * N];
        for (int i = 0; i < N * N; i++) model[i] = i;
        memcpy(model + 1, model + 9, 4 * sizeof(int)); /* iteration 0 comes first, and the fifth reads that */
        for (int t = 1; t < THREADS; t++)
            for (int i = 0; i < 4; i++) CHECK(table[t * N * N + 1 + i] == model[9 - t + i]);
    }
    upc_barrier;
    if (MYTHREAD == THREADS - 1) own_memory(got, 2);
    upc_barrier;
    for (int n = 0; n <= N; n++) several(0, n), several(1, n);
    others();
    upc_barrier;
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}
