// Reads that are asked for together give what they give one by one: addresses that change between,
// writes, fences, conditions, and what the C around them is.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 600 };
shared int a[N * THREADS], b[N * THREADS];
shared [7] long c[N * THREADS];
shared [] struct part { int n; short bits : 3; double v[4]; } s[40];
strict shared int flag;
static int g, table[64];
static long sum;

static void add(long v) { sum = (long)((unsigned long)sum * 31 + (unsigned long)v); }
static int sets_g(void) { upc_fence; return ++g; }

static int statements(int i, int j, const int *at) {
    const int all = N * THREADS;
    int x, y, z;
    i = i % all, j = j % all;
    x = a[i] + b[j] + (int)c[(i + j) % all];
    a[i] += b[j];
    add(x + a[i]);
    x = a[(i + 1) % all], y = b[(j + x) % all], z = a[y % all];
    int w = a[at[i % 64] % all], u = (int)c[at[j % 64] % all] + s[i % 40].n, *p = &w;
    i = b[i] % all;
    j = a[j] + (int)c[i];
    *p = 5;
    add(w + b[i] + s[w].n);
    g = a[i] & 63;
    x += a[table[g]] + b[table[g]] + s[g % 40].n;
    x += flag + a[1] + b[2];
    upc_fence;
    x = sets_g() + a[g % all] + b[g % all];
    if (x > 0 && a[i] > b[i]) x = a[x % 64] - b[x % 64];
    else x = a[i] < b[i] ? a[i] : b[i];
    switch (x & 1) {
    case 0: y += a[i] * b[i];
    default: y -= a[i] + b[i];
    }
    for (int k = 0; k < 5; k++) y += a[(i + k * 17) % all] * b[(i + k * 31) % all];
    double d = s[y & 31].v[1] + s[x & 31].v[i & 3];
    y += __extension__ ({ int q = a[i]; q + b[i]; }) + s[3].bits + s[4].bits;
    y ^= a[i], z ^= (a[i], b[i]);
    return x + y + z + u + (int)d + (int)sizeof(a[i] + b[i]) + a[i] + b[i];
}

int main(void) {
    int at[64];
    for (int i = 0; i < 64; i++) at[i] = i * 37 % N, table[i] = (i * 11 + 5) % N;
    upc_forall (int i = 0; i < N * THREADS; i++; i) a[i] = i * 7 % 1000, b[i] = i * 13 % 999;
    upc_forall (int i = 0; i < N * THREADS; i++; &c[i]) c[i] = i * 3 % 501;
    if (MYTHREAD == 0) for (int i = 0; i < 40; i++) { s[i].n = i * i; s[i].bits = i % 4; for (int k = 0; k < 4; k++) s[i].v[k] = i + k; }
    upc_barrier;
    /* Beside the same from memory of the thread itself, one thread at a time. */
    static int A[N * 64], B[N * 64];
    int right = 1;
    for (int t = 0; t < THREADS; t++) {
        if (t == MYTHREAD)
            for (int r = 0; r < 50; r++) {
                const int i = r * 97 % (N * THREADS), j = (r * 61 + 3) % (N * THREADS);
                for (int k = 0; k < N * THREADS; k++) A[k] = a[k], B[k] = b[k];
                int x = a[i] + b[j], y = a[j];
                a[i] = x;
                int z = a[i] + a[j] + b[i];
                const int expected = A[i] + B[j], there = A[j];
                A[i] = expected;
                right &= x == expected && y == there && z == A[i] + A[j] + B[i];
                add(statements(r * 53 + t, r * 29, at) & 0xffff);
                right &= sum != 1;
            }
        upc_barrier;
    }
    shared int *all_right = upc_all_alloc(THREADS, sizeof(int));
    all_right[MYTHREAD] = right;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) right &= all_right[t];
#ifdef PRINT
    static shared long sums[THREADS];
    sums[MYTHREAD] = sum;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) if (MYTHREAD == 0) printf("%ld\n", sums[t]);
#endif
    if (MYTHREAD == 0) puts(right ? "pass" : "fail");
    return 0;
}
