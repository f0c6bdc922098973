// Loops whose condition compares the variable plus a constant: i + 1 < n, n > i - 2. Beside the
// same loops with a volatile bound, which no pass takes. Steps of more than one over own elements
// of blocks.
// flags: -O2 -fupc-strip-mine -fupc-owner-guards
// variants: off: -O2 -fno-upc-passes
#include <limits.h>
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 64, N = 5 * B };
shared [B] int a[N * THREADS];
shared int c[N * THREADS];
static int failed;
#define CHECK(x) do { if (!(x)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #x); failed = 1; } } while (0)

static volatile int plain;
// One loop, as it is and with a part that keeps all passes away; both leave sum and variable.
#define BOTH(type, init, test, step, term) do { \
        type i; long sum = 0, wanted = 0, last; \
        for (i = init; test; step) sum += term; \
        last = (long)i; \
        for (i = init; (plain = 0, test); step) wanted += plain + term; \
        CHECK(sum == wanted); CHECK(last == (long)i); \
    } while (0)

static void strips(int lo, int n) {
    BOTH(int, lo, i + 1 < n, i++, a[i] + 2 * a[i + 1]);
    BOTH(int, lo, n >= 2 + i, i += 3, a[i] + c[i + 2]);
    BOTH(int, lo + 4, i - 3 < n, i += 2, a[i - 4]);
    BOTH(long, lo, i + 5L <= n, i++, a[i + 4] - c[i]);
    BOTH(int, n - 1, i - 1 >= lo, i--, a[i] + 3 * a[i - 1]);
    BOTH(int, lo, i + 1 != n + 1, i++, a[i]);
}

// A bound at the end of the numbers: no iteration, or one more than there are numbers.
static void ends(long least, int least_int) {
    BOTH(long, 0, i + 2 < least, i++, a[i]);
    BOTH(long, 0, i + 2 <= least, i++, a[i]);
    BOTH(int, 0, i + 2 < least_int, i++, a[i]);
    BOTH(int, 0, i + 2 <= least_int, i++, a[i]);
    BOTH(long, 0, i - 2 > -(least + 1), i--, a[-i]);
}

#define OWN(test, step, term) do { \
        long sum = 0, wanted = 0; \
        for (int i = lo; test; step) if (upc_threadof(&a[i]) == MYTHREAD) sum += term; \
        for (int i = lo; (plain = 0, test); step) if (upc_threadof(&a[i]) == MYTHREAD) wanted += term; \
        CHECK(sum == wanted); \
        sum = 0; \
        upc_forall (int i = lo; test; step; &a[i]) sum += term; \
        CHECK(sum == wanted); \
    } while (0)

static void own(shared [B] int *p, int lo, int n) {
    OWN(i + 1 < n, i++, a[i] + 2 * a[i + 1] + c[i]);
    OWN(i + 1 < n, i += 2, a[i] - 2 * a[i + 1] + p[i]);
    OWN(i + 3 <= n, i += 5, a[i] + p[i + 2] + c[i + 1]);
    OWN(i < n, i += 3, a[i] + p[i] + c[i]);
    OWN(i < n, i += 2 * B + 1, a[i] + p[i]);
    OWN(n > i - 2, i += 7, a[i] + i);
    OWN(i + 1 < n, i += THREADS, a[i] + a[i + 1]);
}

int main(void) {
    for (int i = 0; i < N * THREADS; i++)
        if (i % THREADS == MYTHREAD) a[i] = i * 37 % 1009, c[i] = i * 11 % 503;
    upc_barrier;
    for (int lo = 0; lo < 3; lo++) {
        strips(lo, 100);
        strips(lo, 1 + lo);
        strips(lo, N * THREADS - 4);
        own(a, lo, N * THREADS - 2);
        own(a + 5 - lo, lo, N * THREADS - 8);
        own(a, lo, lo + 1);
    }
    ends(LONG_MIN + 1, INT_MIN);
    upc_barrier;
    static shared int wrong[THREADS];
    wrong[MYTHREAD] = failed;
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int t = 0; t < THREADS; t++) failed |= wrong[t];
        if (!failed) puts("pass");
    }
    return 0;
}
