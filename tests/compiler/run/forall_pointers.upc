// Own elements reached through pointers: of one layout or another, that begin anywhere, static,
// parameters or local, in loops of all directions.
// flags: -O2
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 70
static int failed;
static shared [5] double *a, *b;
static shared int *c;
static shared struct { short s; shared [3] long *p; } *r;
shared [5] double fixed[N * THREADS];
shared int numbers[N * THREADS];

static volatile int zero; // so that it is no expression that a pass could put in its place
static int identity(int i) { return i + zero; }

/* Writes and reads at the same index, at others, through pointers that begin where a does or not. */
static void sums(shared [5] double *x, shared [5] double *y, int n) {
    upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = 1.5 * i;
    upc_forall (int i = n - 1; i >= 0; i--; &b[i]) b[i] = 10 * i;
    upc_barrier;
    upc_forall (int i = 0; i < n; i++; &x[i]) x[i] = a[i] + b[i] + fixed[i];
    upc_forall (int i = 0; i < n; i++; y + i) y[i] += a[i] + i;
    upc_barrier;
    for (int i = 0; i < n; i++) CHECK(x[i] == 11.5 * i + fixed[i] && y[i] == 1000 + 2.5 * i);
    upc_barrier;
}

/* Iterations run where the affinity says, however the loop goes. */
static void places(shared int *p, shared [5] double *q, int n) {
    int i;
    upc_forall (i = -4; i < n; i++; &p[i + 4]) { p[i + 4] = MYTHREAD; CHECK(upc_threadof(&p[identity(i) + 4]) == MYTHREAD); }
    upc_forall (i = n; i > 0; i -= 3; &q[i]) { q[i] = MYTHREAD; CHECK(upc_threadof(&q[identity(i)]) == MYTHREAD); }
    upc_forall (i = 0; i < n; i++; i) { c[i] = MYTHREAD; CHECK(identity(i) % THREADS == MYTHREAD); }
    for (i = 0; i < n; i++)
        if (upc_threadof(&q[i]) == MYTHREAD) q[i] += 0.5;
    upc_barrier;
    for (i = 0; i < n; i++) {
        CHECK(p[i] == (int)upc_threadof(&p[i]) && c[i] == i % THREADS);
        CHECK(q[i] == (i % 3 == n % 3 && i ? (int)upc_threadof(&q[i]) : -1) + 0.5);
    }
    upc_barrier;
}

/* Indexes below 0, from a pointer into the middle. */
static void below(int n) {
    shared int *p = &numbers[n];
    shared [5] double *q = &fixed[n];
    upc_forall (int i = -n; i < n; i++; &p[i]) p[i] = 3 * i;
    upc_forall (int i = n - 1; i >= -n; i--; &q[i]) q[i] = 4 * i;
    upc_barrier;
    for (int i = 0; i < 2 * n; i++) CHECK(numbers[i] == 3 * (i - n) && fixed[i] == 4 * (i - n));
    upc_barrier;
}

/* Rows of a matrix behind a pointer. */
typedef shared [8] int row_t[4];
static row_t *matrix;
static void rows(row_t *m, row_t *other, int n) {
    upc_forall (int i = 0; i < n; i++; &m[i][0])
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    upc_forall (int i = n - 1; i >= 0; i--; &other[i][3]) { CHECK(upc_threadof(&other[identity(i)][3]) == MYTHREAD); }
    upc_barrier;
    upc_forall (int i = 0; i < n; i++; other[i]) { CHECK(upc_threadof(&other[identity(i)][0]) == MYTHREAD); CHECK(other != m || other[i][2] == 10 * i + 2); m[i][1] += other == m; }
    upc_barrier;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) CHECK(m[i][j] == 10 * i + j + (j == 1 && other == m));
    upc_barrier;
}

static void structures(int n) {
    upc_forall (int i = 0; i < n; i++; &r[i]) { r[i].s = (short)i; r[i].p = 0; }
    upc_barrier;
    for (int i = 0; i < n; i++) CHECK(r[i].s == i && !r[i].p);
    upc_barrier;
}

int main(void) {
    a = upc_all_alloc(N, 5 * sizeof(double));
    b = upc_all_alloc(N, 5 * sizeof(double));
    c = upc_all_alloc(N * THREADS, sizeof(int));
    r = upc_all_alloc(N, sizeof *r);
    shared [5] double *x = upc_all_alloc(N, 5 * sizeof(double)), *y = upc_all_alloc(N, 5 * sizeof(double));
    for (int shift = 0; shift < 12; shift += 1 + shift / 3) {
        for (int i = MYTHREAD; i < N; i += THREADS) { x[i] = -1; fixed[i] = i % 7; }
        for (int i = MYTHREAD; i < N; i += THREADS) y[i] = 1000;
        upc_barrier;
        if (shift % 2)
            sums(&x[0], y, N - 20);
        else if (THREADS * 5 + shift < N) { /* y begins shift later, so it is other threads' */
            for (int i = MYTHREAD; i < N - 20; i += THREADS) y[i + shift] = 1000;
            upc_barrier;
            sums(x, y + shift, N - 20);
        }
        upc_barrier;
        for (int i = MYTHREAD; i < N; i += THREADS) x[i] = -1;
        upc_barrier;
        places(&numbers[shift], &x[0], N - 20);
        for (int i = MYTHREAD; i < N; i += THREADS) x[i] = -1;
        upc_barrier;
        places(&numbers[0], &x[shift], N - 20);
        below(2 + shift);
    }
    structures(N);
    matrix = upc_all_alloc(N, sizeof(row_t) * 2);
    for (int shift = 0; shift < 6; shift++) {
        rows(matrix, matrix + shift, N - shift);
        rows(matrix + shift, matrix + shift, N - shift);
        rows((row_t *)((shared [8] int *)matrix + shift), matrix + 1, N - 10); /* begins in the middle of a row */
    }
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}
