// Indexes in whose text the loop's body names something of its own: enumerators, types, tags, and
// the sizes of its variables. In front of the loop that text means nothing, or something else.
// Each loop sums the same elements of a shared array and of a private one.
// flags: -O2
// variants: third: -O3
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 8, N = 40 * B, OUTER = 1 };
typedef int T;
struct size { char bytes[1]; };
shared [B] int a[N * THREADS];
int mine[N];
static int wrong;

static void same(const char *what, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("%s: %ld, not %ld\n", what, found, expected);
}

#define SUM(name, statements) \
    static long name##_shared(int n, int k) { STARTS FROM(a, statements) } \
    static long name##_mine(int n, int k) { STARTS FROM(mine, statements) }
#define STARTS long s = 0; __attribute__((unused)) int t[5] = {0};
#define FROM(array, statements) for (int i = 0; i < n; i++) { statements(array) } return s;
#define CHECK(name) same(#name, name##_shared(20, 3), name##_mine(20, 3))

#define ENUMERATORS(x) enum { W = 2, OFF = 5 }; s += x[i * W + OFF] - x[i + OFF];
SUM(enumerators, ENUMERATORS)
#define HIDING(x) enum { OUTER = 4 }; s += x[i * OUTER + 1] * 3 - x[i + OUTER];
SUM(hiding, HIDING)
#define LENGTH(x) int t[3] = { i, 2, 1 }; s += x[i + sizeof t / sizeof t[0]] * t[1];
SUM(length, LENGTH)
#define RECORD(x) struct { int p, q; } r = { i, 0 }; s += x[i * (int)sizeof r + 1] + r.q;
SUM(record, RECORD)
#define TAG(x) struct size { char bytes[3]; }; s += x[i + (k & (int)sizeof(struct size))];
SUM(tag, TAG)
#define CAST(x) typedef signed char T; s += x[i + ((T)(k * 100) >> 4) + 8];
SUM(cast, CAST)
#define WIDER(x) typedef long T; s += x[(T)i * 3 + k];
SUM(wider, WIDER)
#define TYPEOF(x) short t[2] = { 1, 1 }; s += x[i + (__typeof__(t[0]))k];
SUM(type_of, TYPEOF)
#define NAMED(x) enum { K = 2 }; const int at = i * K + k; s += x[at] - x[at + 1] * 2;
SUM(named, NAMED)
#define BOUND(x) enum { K = 2 }; for (int j = 0; j < K + 1; j++) s += x[i * K + j];
SUM(bound, BOUND)
#define CURSOR(x) enum { K = 2 }; if (i & 1) k += K; s += x[k + K] * (i + 1);
SUM(cursor, CURSOR)
#define TWO_TYPES(x) \
    { s += x[i + ((T)(k * 100) >> 6)]; } \
    { typedef signed char T; s = s * 3 + x[i + ((T)(k * 100) >> 6) + 2]; }
SUM(two_types, TWO_TYPES)

/* The loops that own iterations make. */
static int own(int n) {
    int s = 0;
    upc_forall (int i = 0; i < n; i++; &a[i]) { enum { K = 1 }; s += a[i + K] * i; }
    for (int i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) { enum { K = 2 }; s += a[i + K] * i; }
    return s;
}
static int own_mine(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) if ((i / B) % THREADS == MYTHREAD) s += mine[i + 1] * i + mine[i + 2] * i;
    return s;
}

int main(void) {
    upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = i * i % 13;
    for (int i = 0; i < N; i++) mine[i] = i * i % 13;
    upc_barrier;
    CHECK(enumerators); CHECK(hiding); CHECK(length); CHECK(record); CHECK(tag); CHECK(cast); CHECK(wider);
    CHECK(type_of); CHECK(named); CHECK(bound); CHECK(cursor); CHECK(two_types);
    same("own iterations", own(60), own_mine(60));
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
