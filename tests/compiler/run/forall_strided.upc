// upc_forall loops that step from own iteration to own iteration: every start, bound and layout,
// against the owner itself. Bounds and pointers may change in the body.
// variants: optimised: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 60
static int failed;
shared int cyclic[N * THREADS];
shared [3] int blocked[N * THREADS];
shared [N] short rows[4 * THREADS][N / 4];
shared [4] struct { char c; long v; } records[N * THREADS];
static int done[N + 1];

/* With an affinity that calls this function no loop can be strided: the model. */
static volatile int zero;
static int identity(int i) { return i + zero; }
#define COMPARE(declare, start, test, affinity, model)                                                                             \
    do {                                                                                                                           \
        int end1, end2 = 0, i;                                                                                                     \
        for (i = 0; i <= N; i++) done[i] = 0;                                                                                      \
        declare upc_forall (k = start; test; k++; affinity) done[k]++;                                                             \
        end1 = (int)k;                                                                                                             \
        {                                                                                                                          \
            declare upc_forall (k = start; test; k++; model) done[k] += 2;                                                        \
            end2 = (int)k;                                                                                                         \
        }                                                                                                                          \
        for (i = 0; i <= N; i++) CHECK(done[i] == 0 || done[i] == 3);                                                             \
        CHECK(end1 == end2);                                                                                                       \
    } while (0)

static int nested(int n) {
    int count = 0;
    upc_forall (int k = 0; k < n; k++; k) count++;
    return count;
}

/* Bounds and pointers behind a pointer, which the body changes. */
typedef struct { int n; shared int *cyclic; shared [3] int *blocked; } arrays;
#define COMPARE_CHANGING(of, start, changes, affinity, model) \
    do { \
        const arrays before = *of; \
        int end1, end2, i; \
        for (i = 0; i <= N; i++) done[i] = 0; \
        upc_forall (k = start; k < of->n; k++; affinity) { done[k]++; changes; } \
        end1 = k, *of = before; \
        upc_forall (k = start; k < of->n; k++; model) { done[k] += 2; changes; } \
        end2 = k, *of = before; \
        for (i = 0; i <= N; i++) CHECK(done[i] == 0 || done[i] == 3); \
        CHECK(end1 == end2); \
    } while (0)

static void changing(arrays *of) {
    int k;
    for (int start = 0; start < 9; start++) {
        COMPARE_CHANGING(of, start, (void)0, &of->cyclic[k], &of->cyclic[identity(k)]);
        COMPARE_CHANGING(of, start, of->n -= k % 4 == 1, &of->cyclic[k], &of->cyclic[identity(k)]);
        COMPARE_CHANGING(of, start, of->n -= k % 4 == 1, &of->blocked[k], &of->blocked[identity(k)]);
        COMPARE_CHANGING(of, start, of->n = k > 20 ? 0 : of->n, &cyclic[k], &cyclic[identity(k)]);
        COMPARE_CHANGING(of, start, of->cyclic += k % 5 == 2, &of->cyclic[k], &of->cyclic[identity(k)]);
        COMPARE_CHANGING(of, start, of->blocked += k % 5 == 2; of->n--, &of->blocked[k], &of->blocked[identity(k)]);
        COMPARE_CHANGING(of, start, of->blocked = blocked + k, of->blocked + k, of->blocked + identity(k));
    }
}

/* The last iteration takes the pointer away: nobody reads it behind that. */
static void taken_away(int n, int last) {
    arrays of = {n, cyclic, blocked}, *at = &of;
    int k, stop = n;
    upc_forall (k = 0; k < stop; k++; &at->cyclic[k]) if (k == last) at = 0, stop = 0;
    CHECK(k == (last < n && last % THREADS == MYTHREAD ? last + 1 : n));
}

/* Bounds and pointers that depend on the variable; places below the pointer's. */
static void depending(void) {
    int limit[N + 1], k, i, mine, all, n = 20;
    shared int *row[N];
    for (k = 0; k <= N; k++) limit[k] = k < 21 ? N : 0;
    upc_forall (k = 0; k < limit[k]; k++; &cyclic[k]) {}
    CHECK(k == 21);
    for (k = 0; k < N; k++) row[k] = &cyclic[k % 5 * 7 % THREADS];
    mine = all = 0;
    upc_forall (k = 0; k < n; k++; &row[k][k]) mine += k + 1, n += k == 100;
    for (k = 0; k < n; k++) all += upc_threadof(&row[k][identity(k)]) == MYTHREAD ? k + 1 : 0;
    CHECK(mine == all);
    arrays of = {10, cyclic + 2 * THREADS, blocked + 12 * THREADS}, *at = &of;
    for (i = -9; i < 4; i++) {
        mine = all = 0;
        upc_forall (k = i; k < at->n; k++; &at->blocked[k]) mine += k + 10, at->n += k == 100;
        for (k = i; k < at->n; k++) all += upc_threadof(&at->blocked[identity(k)]) == MYTHREAD ? k + 10 : 0;
        CHECK(mine == all);
    }
}

int main(void) {
    int bound;
    for (int start = 0; start < 14; start++)
        for (int end = 0; end < N; end += 7) {
            COMPARE(int k;, start, k < end, k, identity(k));
            COMPARE(long k;, start, k <= end, k, identity((int)k));
            COMPARE(int k;, start, k < end, &cyclic[k], &cyclic[identity(k)]);
            COMPARE(unsigned k;, (unsigned)start, k < (unsigned)end, &blocked[k], &blocked[identity((int)k)]);
            COMPARE(int k;, start, k <= end, blocked + k, blocked + identity(k));
            COMPARE(int k;, start, k < end, &records[k].v, &records[identity(k)].v);
        }
    for (int end = 0; end <= 4 * THREADS && end < N; end++) {
        COMPARE(int k;, 1, k < end, rows[k], rows[identity(k)]);
        COMPARE(int k;, 0, k < end, &rows[k][0], &rows[identity(k)][0]);
        COMPARE(int k;, 0, k < end, &rows[k], &rows[identity(k)]);
    }
    bound = 50;
    int rounds = 0;
    upc_forall (int k = 0; k < bound; k++; k) bound--, rounds++;
    CHECK(rounds == 50 - bound && rounds > 0);
    arrays of = {N - 9, cyclic, blocked};
    changing(&of);
    of = (arrays){N - 9, cyclic + 1, blocked + 5};
    changing(&of);
    for (int last = 0; last < 30; last++) taken_away(25, last);
    depending();
    upc_forall (int i = 0; i < THREADS; i++; i) {
        int rounds = 0;
        arrays nowhere = {7, 0, 0}, *at = &nowhere; // a upc_forall inside another one looks at no affinity
        upc_forall (int j = 0; j < at->n; j++; &at->cyclic[j]) rounds++, at->n -= j == 3;
        CHECK(rounds == 6);
    }
    int k = -2147483647 - 1, whole = 0;
    upc_forall (k = 2147483640; k < 2147483647; k++; k) whole++;
    CHECK(k == 2147483647 && whole <= 7 && whole >= 7 / THREADS);
    upc_forall (int i = 0; i < THREADS; i++; i) CHECK(nested(10) == 10);
    CHECK(nested(5 * THREADS) == 5);
    upc_barrier;
    if (!failed && MYTHREAD == 0) printf("pass\n");
    return failed;
}
