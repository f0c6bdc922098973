// 6.6.2: upc_forall with every kind of affinity and layout: each iteration is done exactly once, by
// the thread the affinity names; the loop variable ends the same on all threads.
#include "check.h"

shared int done[30 * THREADS];  // how often
shared int by[30 * THREADS];    // by whom
shared int cyclic[30 * THREADS];
shared [4] int four[32 * THREADS];
shared [7] double seven[35 * THREADS];
shared [] int all[50];
shared [*] int star[30 * THREADS];
shared [10] int plane[3 * THREADS][10];
shared [3] struct { int a; char b; } records[30 * THREADS];
shared [4] int *pointer;

static void reset(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < 30 * THREADS; i += THREADS) done[i] = by[i] = 0;
    upc_barrier;
}
static void mark(int i)
{
    done[i]++;
    by[i] = MYTHREAD;
}
static void verify(int n, int (*owner)(int))
{
    upc_barrier;
    for (int i = 0; i < 30 * THREADS; i++) {
        CHECK_EQ(done[i], i < n);
        if (i < n) CHECK_EQ(by[i], owner(i));
    }
    reset();
}
static int owner1(int i) { return i % THREADS; }
static int owner4(int i) { return i / 4 % THREADS; }
static int owner7(int i) { return i / 7 % THREADS; }
static int owner3(int i) { return i / 3 % THREADS; }
static int owner_star(int i) { return i / 30; }
static int owner0(int i) { return 0 * i; }
static int owner_shifted(int i) { return (i + 5) / 4 % THREADS; }
static int owner_double(int i) { return 2 * i % THREADS; }
static int owner_plane(int i) { return i % THREADS; }

int main(void)
{
    const int n = 30 * THREADS;
    int i;
    reset();
    upc_forall (i = 0; i < n; i++; i) mark(i);
    CHECK_EQ(i, n);
    verify(n, owner1);
    upc_forall (i = 0; i < n; i++; &cyclic[i]) mark(i);
    CHECK_EQ(i, n);
    verify(n, owner1);
    upc_forall (i = 0; i < n; i++; &four[i]) mark(i);
    verify(n, owner4);
    upc_forall (i = 0; i < n; i++; four + i) mark(i);
    verify(n, owner4);
    upc_forall (i = 0; i < n; i++; &seven[i]) mark(i);
    verify(n, owner7);
    upc_forall (i = 0; i < n; i++; &star[i]) mark(i);
    verify(n, owner_star);
    upc_forall (i = 0; i < 30; i++; &all[i]) mark(i);
    verify(30, owner0);
    upc_forall (i = 0; i < n; i++; &records[i].b) mark(i);
    verify(n, owner3);
    upc_forall (i = 0; i < 3 * THREADS; i++; &plane[i]) mark(i);
    verify(3 * THREADS, owner_plane);
    upc_forall (i = 0; i < 3 * THREADS; i++; plane[i]) mark(i);
    verify(3 * THREADS, owner_plane);
    upc_forall (i = 0; i < 3 * THREADS; i++; &plane[i][9]) mark(i);
    verify(3 * THREADS, owner_plane);
    upc_forall (i = 0; i < n - 5; i++; &four[i + 5]) mark(i);
    verify(n - 5, owner_shifted);
    upc_forall (i = 0; i < n; i++; 2 * i) mark(i);
    verify(n, owner_double);
    pointer = four;
    upc_forall (i = 0; i < n; i++; pointer++) mark(i);
    CHECK(pointer == four + n);
    verify(n, owner4);
    upc_forall (i = 0, pointer = four; i < n; i++, pointer++; pointer) mark(i);
    verify(n, owner4);
    upc_forall (i = 0; i < n; i++; (shared void *)&four[i]) mark(i);
    verify(n, owner4);

    // Other loop shapes: declaration, downwards, strides, several variables, 64 bits, unsigned.
    upc_forall (int k = 0; k < n; k++; &four[k]) mark(k);
    verify(n, owner4);
    upc_forall (int k = n - 1; k >= 0; k--; &four[k]) mark(k);
    verify(n, owner4);
    upc_forall (i = n; i-- > 0; ; &seven[i]) mark(i);
    CHECK_EQ(i, -1);
    verify(n, owner7);
    upc_forall (int k = 0; k < n; k += 3; &four[k]) {
        mark(k);
        if (k + 1 < n) mark(k + 1);
        if (k + 2 < n) mark(k + 2);
    }
    upc_barrier;
    for (i = 0; i < n; i++) CHECK(done[i] == 1 && by[i] == owner4(i / 3 * 3));
    reset();
    upc_forall (long long k = 0; k < n; k++; k) mark((int)k);
    verify(n, owner1);
    upc_forall (unsigned long k = 0; k != (unsigned long)n; ++k; &cyclic[k]) mark((int)k);
    verify(n, owner1);
    upc_forall (unsigned char k = 0; k < 30; k++; k) mark(k);
    verify(30, owner1);
    upc_forall (int k = 0, m = n - 1; k < n; k++, m--; &four[k]) {
        CHECK_EQ(k + m, n - 1);
        mark(k);
    }
    verify(n, owner4);
    upc_forall (int k = 0; k <= n - 1; k = k + 1; &four[k]) mark(k);
    verify(n, owner4);

    // Empty ranges and empty bodies.
    upc_forall (i = 5; i < 5; i++; &four[i]) mark(i);
    upc_forall (i = 5; i < -5; i++; i) mark(i);
    upc_forall (i = 0; i < n; i++; &four[i]);
    CHECK_EQ(i, n);
    verify(0, owner1);
    PASS();
    return 0;
}
