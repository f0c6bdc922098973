// upc_forall and plain loops over own iterations, for every form of loop and affinity: against the
// same with an affinity that calls a function, which no pass can see through. Results and the
// variable's last value must be the same.
// flags: -O2
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 90
#define LOW 100 /* done[] counts places from -LOW to N */
static int failed;
shared int cyclic[N * THREADS];
shared [3] int blocked[N * THREADS];
shared [7] long wide[N * THREADS];
shared [6] short rows[2 * N * THREADS][3];
shared [4] short odd_rows[2 * N * THREADS][3];
shared int table[N][THREADS];
shared [] int all[N];
shared [4] struct { char c; long v[2]; } records[N * THREADS];
static int done[LOW + N + 1];

static volatile int zero; // so that it is no expression that a pass could put in its place
static int identity(int i) { return i + zero; }
#define COMPARE(type, start, test, step, affinity, model)                                                                          \
    do {                                                                                                                           \
        long end1, end2 = 0;                                                                                                       \
        type k;                                                                                                                    \
        for (int i = 0; i <= LOW + N; i++) done[i] = 0;                                                                            \
        upc_forall (k = start; test; step; affinity) done[LOW + (long)k]++;                                                        \
        end1 = (long)k;                                                                                                            \
        upc_forall (k = start; test; step; model) done[LOW + (long)k] += 2;                                                       \
        end2 = (long)k;                                                                                                            \
        for (int i = 0; i <= LOW + N; i++) CHECK(done[i] == 0 || done[i] == 3);                                                   \
        CHECK(end1 == end2);                                                                                                       \
    } while (0)
#define FILTER(type, start, test, step, question, model)                                                                           \
    do {                                                                                                                           \
        long end1, end2 = 0;                                                                                                       \
        type k;                                                                                                                    \
        for (int i = 0; i <= LOW + N; i++) done[i] = 0;                                                                            \
        for (k = start; test; step) if (question == MYTHREAD) done[LOW + (long)k]++;                                               \
        end1 = (long)k;                                                                                                            \
        for (k = start; test; step) {                                                                                              \
            if (model != MYTHREAD) { identity(1); continue; }                                                                     \
            done[LOW + (long)k] += 2;                                                                                              \
        }                                                                                                                          \
        end2 = (long)k;                                                                                                            \
        for (int i = 0; i <= LOW + N; i++) CHECK(done[i] == 0 || done[i] == 3);                                                   \
        CHECK(end1 == end2);                                                                                                       \
    } while (0)

static void numbers(int from, int to, int c) {
    COMPARE(int, from, k < to, k++, k + 1, identity(k) + 1);
    COMPARE(int, from, k < to, k++, k + c, identity(k) + c);
    COMPARE(int, from, k < to, k += 3, k, identity(k));
    COMPARE(int, from, k <= to, k += 2, 3 * k - 1, 3 * identity(k) - 1);
    COMPARE(int, to, k > from, k--, k, identity(k));
    COMPARE(long, to, k >= from, k -= 4, 2 * k + c, 2 * identity((int)k) + c);
    COMPARE(int, from, k < to, k = k + 1, k * c, identity(k) * c);
    COMPARE(int, from, to > k, ++k, (k * 2) % THREADS, (identity(k) * 2) % THREADS);
    COMPARE(int, from, k < to, k++, k / 3, identity(k) / 3);
    COMPARE(int, from, k < to, k++, (k + c) / 4, (identity(k) + c) / 4);
    COMPARE(int, from, k < to, k++, k / (c + 1), identity(k) / (c + 1));
    COMPARE(int, from, k < to, k++, k / (-c - 1), identity(k) / (-c - 1));
    COMPARE(int, to, from < k, k--, k / 5, identity(k) / 5);
    COMPARE(int, from, k < to, k++, k * THREADS / N, identity(k) * THREADS / N);
    COMPARE(int, from, k < to, k += THREADS, k, identity(k));
    COMPARE(int, from, k < to, k += THREADS, k / 2, identity(k) / 2);
    COMPARE(int, from, k < to, k++, -k, -identity(k));
    COMPARE(int, from, k < to, k++, c, identity(c));
    COMPARE(long, from, k < to, k++, k - c, identity((int)k) - c);
    { // bounds that are no integers
        const double half = to + 0.5;
        const float below = (float)to - 0.5f;
        COMPARE(int, from, k < half, k++, k, identity(k));
        COMPARE(int, from, k <= half, k++, k / 3, identity(k) / 3);
        COMPARE(long, from, k < below, k += 2, 3 * k, 3 * identity((int)k));
        COMPARE(int, from, k <= below, k++, k + c, identity(k) + c);
        COMPARE(int, to, k > from - 0.25, k--, k, identity(k));
        FILTER(int, from, k < half, k++, k % THREADS, identity(k) % THREADS);
    }
    if (from <= to) {
        COMPARE(int, from, k != to, k++, k, identity(k));
        COMPARE(int, to, k != from, k--, k + c, identity(k) + c);
    }
    FILTER(int, from, k < to, k++, k % THREADS, identity(k) % THREADS);
    FILTER(int, from, k < to, k++, (k / 3) % THREADS, (identity(k) / 3) % THREADS);
    FILTER(int, to, k >= from, k--, (2 * k + 1) % THREADS, (2 * identity(k) + 1) % THREADS);
    FILTER(int, to, k > from, k -= 2, (k / 4) % THREADS, (identity(k) / 4) % THREADS);
    if (from >= 0) {
        FILTER(unsigned, (unsigned)from, k < (unsigned)to, k++, k % (unsigned)THREADS, (unsigned)identity((int)k) % (unsigned)THREADS);
        FILTER(size_t, (size_t)from, k < (size_t)to, k++, (k / 5) % THREADS, ((size_t)identity((int)k) / 5) % THREADS);
        COMPARE(size_t, (size_t)from, k < (size_t)to, k += 2, k + 3, (size_t)identity((int)k) + 3);
        COMPARE(int, from, k < (size_t)to, k++, k, identity(k));
    }
}

static void elements(int from, int to, int c) {
    shared int *p = &cyclic[c];
    shared [3] int *q = &blocked[c + 1];
    shared [] int *w = &all[0];
    COMPARE(int, from, k < to, k++, &cyclic[k + 1], &cyclic[identity(k) + 1]);
    COMPARE(int, from, k < to, k++, &cyclic[2 * k], &cyclic[2 * identity(k)]);
    COMPARE(int, to, k >= from, k--, &blocked[k], &blocked[identity(k)]);
    COMPARE(int, from, k < to, k += 2, &blocked[k + c], &blocked[identity(k) + c]);
    COMPARE(int, from, k < to, k++, &blocked[5 * k + 2], &blocked[5 * identity(k) + 2]);
    COMPARE(int, from, k < to, k++, &wide[k * c + 3], &wide[identity(k) * c + 3]);
    COMPARE(int, to, k > from, k--, &wide[N - k], &wide[N - identity(k)]);
    COMPARE(int, from, k < to, k++, wide + k + c, wide + identity(k) + c);
    COMPARE(int, from, k < to, k += 3, &rows[k][0], &rows[identity(k)][0]);
    COMPARE(int, from, k < to, k++, &rows[k + 1][2], &rows[identity(k) + 1][2]);
    COMPARE(int, to, k >= from, k -= 2, rows[k], rows[identity(k)]);
    COMPARE(int, from, k < to, k++, &odd_rows[k][1], &odd_rows[identity(k)][1]);
    COMPARE(int, from, k < to, k++, &odd_rows[c][k % 3], &odd_rows[c][identity(k) % 3]);
    COMPARE(int, from, k < to, k++, &table[k][c % THREADS], &table[identity(k)][c % THREADS]);
    COMPARE(int, 0, k < THREADS, k++, &table[c][k], &table[c][identity(k)]);
    COMPARE(int, from, k < to, k++, &records[k + 1].v[1], &records[identity(k) + 1].v[1]);
    COMPARE(int, from, k < to, k++, &p[k], &p[identity(k)]);
    COMPARE(int, from, k < to, k++, &q[2 * k], &q[2 * identity(k)]);
    COMPARE(int, to, k >= from, k--, q + k, q + identity(k));
    COMPARE(int, from, k < to, k++, &w[k], &w[identity(k)]);
    COMPARE(int, from, k < to, k++, &all[k], &all[identity(k)]);
    FILTER(int, from, k < to, k++, upc_threadof(&cyclic[k]), upc_threadof(&cyclic[identity(k)]));
    FILTER(int, from, k < to, k++, (int)upc_threadof(&cyclic[k + c]), (int)upc_threadof(&cyclic[identity(k) + c]));
    FILTER(int, to, k > from, k--, upc_threadof(&blocked[k]), upc_threadof(&blocked[identity(k)]));
    FILTER(int, from, k < to, k++, upc_threadof(&rows[k][1]), upc_threadof(&rows[identity(k)][1]));
    FILTER(int, from, k < to, k += 3, upc_threadof(&q[k]), upc_threadof(&q[identity(k)]));
    for (int i = 0; i < 3; i++) { /* nests: the inner loop has the affinity, or the outer one */
        COMPARE(int, 0, k < 20, k++, &wide[i * 20 + k], &wide[i * 20 + identity(k)]);
        COMPARE(int, 0, k < 4, k++, &wide[k * c + i], &wide[identity(k) * c + i]);
    }
}

/* Steps known at run time only; one that goes nowhere, or back, where the loop does not begin. */
static long stride;
static void steps(int from, int to, int by, short narrow) {
    stride = by;
    COMPARE(int, from, k < to, k += by, k, identity(k));
    COMPARE(int, from, k <= to, k = k + by, k / 3, identity(k) / 3);
    COMPARE(long, from, k < to, k += by + narrow, 2 * k + 1, 2 * identity((int)k) + 1);
    COMPARE(long, from, k < to, k += stride, &cyclic[k + LOW], &cyclic[identity((int)k) + LOW]);
    COMPARE(int, from, to > k, k += narrow, &cyclic[k + LOW], &cyclic[identity(k) + LOW]);
    COMPARE(int, from, k < to, k += 2 * by, &blocked[k + LOW], &blocked[identity(k) + LOW]);
    COMPARE(int, from, k < to, k += by, &rows[k + LOW][0], &rows[identity(k) + LOW][0]);
    FILTER(int, from, k < to, k += by, upc_threadof(&blocked[k + LOW]), upc_threadof(&blocked[identity(k) + LOW]));
    FILTER(long, from, k <= to, k += by, k % THREADS, (long)identity((int)k) % THREADS);
    COMPARE(int, to, k < from - 1, k += 1 - by, k, identity(k));
}

static void sieve(int n) {
    int i, k;
    upc_forall (i = 0; i < n; i++; &cyclic[i]) cyclic[i] = 0;
    upc_forall (i = 0; i < n; i++; &wide[i]) wide[i] = 0;
    upc_barrier;
    for (k = 2; k < n; k++) {
        upc_forall (i = k; i < n; i += k; &cyclic[i]) cyclic[i] += k;
        upc_forall (i = k; i < n; i += k; &wide[i]) wide[i] += k;
    }
    upc_barrier;
    for (i = 2; i < n; i++) {
        int sum = 0;
        for (k = 2; k <= i; k++) if (i % k == 0) sum += k;
        CHECK(cyclic[i] == sum && wide[i] == sum);
    }
    upc_barrier;
}

/* Own elements, and others, in loops of all directions. */
static void values(int n, int c) {
    int i;
    upc_forall (i = n - 1; i >= 0; i--; &wide[i]) wide[i] = 3 * i;
    upc_forall (i = 0; i < n; i++; &blocked[i + c]) blocked[i + c] = i, cyclic[i] = 2 * i;
    CHECK(i == (n > 0 ? n : 0));
    for (i = 0; i < n; i++) {
        if (upc_threadof(&records[i]) != MYTHREAD)
            continue;
        records[i].v[1] = i + c;
    }
    for (i = 0; i < n; i += 1)
        if (i / 6 * 6 / 6 % THREADS == MYTHREAD) rows[2 * i][1] = (short)i;
    for (i = 0; i < n; i++)
        if ((i / 2) % THREADS == MYTHREAD) { rows[i][0] = (short)(i + 1); rows[i][2] = (short)i; }
    upc_barrier;
    for (i = 0; i < n; i++) {
        CHECK(wide[i] == 3 * i && blocked[i + c] == i && cyclic[i] == 2 * i && records[i].v[1] == i + c);
        CHECK(rows[i][0] == i + 1 && rows[i][2] == i && rows[2 * i][1] == i);
    }
    upc_barrier;
}

static int leaves(int n) {
    for (int i = 0; i < n; i++)
        if (i % THREADS == MYTHREAD) {
            if (i >= 5) return i;
            if (i == 1) continue;
        }
    return -1;
}

static int nested(int n) {
    int count = 0;
    upc_forall (int k = n; k > 0; k--; &wide[k + 1]) count++;
    return count;
}

int main(void) {
    static const int ranges[][3] = {{0, 40, 2}, {3, 61, 5}, {7, 7, 1}, {9, 4, 3}, {1, 2, 0}, {0, 1, 7}, {5, 88, 1}};
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        numbers(ranges[i][0], ranges[i][1], ranges[i][2]);
        elements(ranges[i][0], ranges[i][1], ranges[i][2]);
    }
    for (int by = 1; by < 9; by++) {
        steps(0, 61, by, 3);
        steps(5, 88, by, 7);
        steps(-40, 33, by, 1);
        steps(4, 3, by - 3, 0);
    }
    sieve(N);
    numbers(-50, 33, 4);
    numbers(-31, -2, 1);
    numbers(-90, 60, 0);
    for (int n = 0; n < 45; n += 11) values(n, n % 4);
    CHECK(leaves(100) >= 5 && leaves(100) < 5 + THREADS && leaves(100) % THREADS == MYTHREAD);
    CHECK(leaves(0) == -1);
    upc_forall (int i = 0; i < THREADS; i++; i) CHECK(nested(10) == 10);
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}
