// Products over cyclic arrays and columns of matrices dealt out in rows, with sums in shared
// memory. Strided pointers are taken to be disjoint where names say so. Where the array that is
// gone through is written, or may be another name's, sums must come out as in plain C.
// flags: -O3
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 24
static int failed;
shared [N] long a[N * THREADS][N];
shared [3] long b[N * THREADS][N];
shared [N] long c[N * THREADS][N];
shared long x[N * THREADS], y[N * THREADS];
static long value(int i, int j) { return (i * 7 + j * 3) % 11 - 4; }

static void fill(void) {
    int i, j;
    upc_forall (i = 0; i < N; i++; &a[i][0]) for (j = 0; j < N; j++) a[i][j] = value(i, j), c[i][j] = 0;
    for (i = 0; i < N; i++) for (j = 0; j < N; j++) if (upc_threadof(&b[i][j]) == MYTHREAD) b[i][j] = value(j, i);
    upc_forall (i = 0; i < N * THREADS; i++; i) x[i] = i % 9, y[i] = 0;
    upc_barrier;
}

static void products(int n) {
    int i, j, k;
    fill();
    upc_forall (i = 0; i < n; i++; &c[i][0])
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
    upc_forall (i = 0; i < n; i++; i) {
        y[i] = 0;
        for (j = 0; j < n; j++) y[i] += a[j][i] * x[j];
    }
    upc_barrier;
    for (i = 0; i < n; i++) {
        long sum = 0;
        for (k = 0; k < n; k++) sum += value(k, i) * (k % 9);
        CHECK(y[i] == sum);
        for (j = 0; j < n; j++) {
            for (sum = 0, k = 0; k < n; k++) sum += value(i, k) * value(j, k);
            CHECK(c[i][j] == sum);
        }
    }
    upc_barrier;
}

/* What is written is an element of what is walked through. */
static void meets(int n, int at) {
    long model[N], sum = 0;
    int j;
    fill();
    for (j = 0; j < n; j++) model[j] = j % 9;
    for (j = 0; j < n; j++) model[at] += model[j];
    if (MYTHREAD == 0) {
        for (j = 0; j < n; j++) x[at] += x[j];
        for (j = 0; j < n; j++) CHECK(x[j] == model[j]);
        for (j = 0; j < n; j++) x[j] = x[j] + a[at][0];
        for (j = n - 1; j >= 0; j--) x[j] -= y[j] + a[0][at];
        for (j = 0; j < n; j++) sum += x[j] - model[j];
        CHECK(sum == n * (value(at, 0) - value(0, at)));
    }
    upc_barrier;
}

/* Pointers may lead anywhere. */
static void leads(shared long *p, shared long *q, int n, int at) {
    int j;
    for (j = 0; j < n; j++) p[at] += q[j];
}
static void pointers(int n) {
    fill();
    if (MYTHREAD == 0) {
        long model[2 * N], two[N];
        int j;
        for (j = 0; j < n; j++) model[j] = two[j] = j % 9;
        for (j = 0; j < n; j++) model[3] += model[j];
        leads(x, x, n, 3);
        CHECK(x[3] == model[3]);
        for (j = 0; j < n; j++) two[j] = j == 3 ? model[3] : two[j];
        leads(&x[1], x, n, 4);
        for (j = 0; j < n; j++) two[5] += two[j];
        CHECK(x[5] == two[5]);
        leads(y, x, n, 0);
        long sum = 0;
        for (j = 0; j < n; j++) sum += two[j];
        CHECK(y[0] == sum);
    }
    upc_barrier;
}

/* Out of the loop, the address goes on where it was. */
static void goes_on(int n) {
    long sum = 0;
    int i, j;
    fill();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            for (j = i; j < n; j += 2) y[i] += x[j] * b[j][i];
        for (i = 0; i < n; i++) {
            for (sum = 0, j = i; j < n; j += 2) sum += j % 9 * value(i, j);
            CHECK(y[i] == sum);
        }
        for (j = n - 1; j > 0; j--) y[0] -= x[j] * b[j][2];
        for (j = 1, sum = 0; j < n; j++) sum += j % 9 * value(2, j);
        for (i = 0; i < n; i += 2) sum -= i % 9 * value(0, i);
        CHECK(y[0] == -sum);
    }
    upc_barrier;
}

int main(void) {
    for (int n = 0; n <= N; n += 6) {
        products(n);
        goes_on(n);
    }
    for (int at = 0; at < N; at += 5) meets(N, at);
    pointers(N);
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}
