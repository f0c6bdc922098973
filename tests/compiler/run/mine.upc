// Elements, rows and members that MYTHREAD names, of arrays of any layout: each is where pointer
// arithmetic says, on this node and on others.
// flags: -O2
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;
struct part { char c; long v[3]; };
shared double sums[2 * THREADS];
shared [8] int rows[3 * THREADS][8];
shared [4] int halves[THREADS][8];
shared [2] int pairs[2 * THREADS];
shared [3] struct part parts[THREADS][3];
shared struct part records[THREADS];
shared char table[8][THREADS];
shared strict int flags[THREADS];
static volatile int zero; // so that it is no expression that a pass could put in its place
static int identity(int i) { return i + zero; }

static void write_own(int t) {
    sums[MYTHREAD] = t;
    sums[MYTHREAD] += 0.5;
    for (int k = 0; k < 8; k++) rows[MYTHREAD][k] = 10 * t + k, halves[MYTHREAD][k] = 20 * t + k;
    pairs[MYTHREAD] = t;
    pairs[MYTHREAD + THREADS] = -t;
    for (int k = 0; k < 3; k++) {
        parts[MYTHREAD][k].c = (char)k;
        for (int i = 0; i < 3; i++) parts[MYTHREAD][k].v[i] = t + k * i;
    }
    records[(MYTHREAD)].v[1] = 3 * t;
    for (int i = 0; i < 8; i++) table[i][MYTHREAD] = (char)(i + t);
    flags[MYTHREAD] = t + 1;
}

static void check_all(void) {
    for (int t = 0; t < THREADS; t++) {
        CHECK(sums[t] == t + 0.5 && pairs[t] == t && pairs[t + THREADS] == -t && flags[t] == t + 1);
        for (int k = 0; k < 8; k++) CHECK(rows[t][k] == 10 * t + k && halves[t][k] == 20 * t + k);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) CHECK(parts[t][k].c == k && parts[t][k].v[i] == t + k * i);
        CHECK(records[t].v[1] == 3 * t);
        for (int i = 0; i < 8; i++) CHECK(table[i][t] == (char)(i + t));
    }
}

static void addresses(int t) {
    shared double *p = &sums[MYTHREAD];
    shared [8] int *r = &rows[MYTHREAD][3];
    shared [8] int (*row)[8] = &rows[MYTHREAD];
    shared [2] int *q = &pairs[MYTHREAD];
    CHECK(p == &sums[identity(t)] && upc_threadof(p) == (size_t)t);
    CHECK(r == &rows[identity(t)][3] && upc_phaseof(r) == 3 && upc_threadof(r) == (size_t)t);
    CHECK(row == &rows[identity(t)] && q == &pairs[identity(t)]);
    CHECK(*(double *)&sums[MYTHREAD] == t + 0.5);
    upc_memset(&rows[MYTHREAD][0], 0, sizeof(int));
    CHECK(rows[identity(t)][0] == 0 && rows[MYTHREAD][1] == 10 * t + 1);
}

int main(void) {
    const int t = identity(MYTHREAD);
    write_own(t);
    upc_barrier;
    check_all();
    upc_barrier;
    addresses(t);
    upc_barrier;
    double sum = 0;
    if (MYTHREAD == 0)
        for (int i = 0; i < THREADS; i++) sum += sums[i];
    upc_barrier;
    for (int i = 0; i < 100; i++) sums[MYTHREAD] += i; /* with a sum in memory */
    CHECK(sums[t] == t + 0.5 + 4950 && (MYTHREAD || sum == THREADS * (THREADS - 1) / 2 + THREADS * 0.5));
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}
