// Functions that are inlined into callers with loops: with statics, early returns, structures,
// pointers-to-shared and a upc_forall. Two call themselves or each other. Most stand beside the
// same call through a pointer, which is not inlined.
// flags: -O2
// variants: off: -O2 -fno-upc-inline
// variants: hard: -O3
#include <stdio.h>
#include <upc_relaxed.h>

enum { D = 3, N = 40 };
shared [D] double *point;
shared int *next;
shared int calls_of[THREADS];
static int letters[26];
shared long wrong_of[THREADS];
static long wrong;

double distance(int i, double from) {
    double sum = 0;
    for (int d = 0; d < D; d++) sum += (point[i * D + d] - from) * (point[i * D + d] - from);
    return sum;
}
int last(int i) {
    static int calls;
    calls_of[MYTHREAD] = ++calls;
    while (next[i] != i) {
        if (next[i] < 0) return -1;
        i = next[i];
    }
    return i;
}
void count(int i) {
    letters[next[i] & 15]++;
    for (int k = 0; k < 2; k++) letters[20 + k] += next[k];
}
struct pair {
    double low, high;
    int at;
};
struct pair bounds(shared [D] double *p, int n) {
    struct pair found = {p[0], p[0], (int)upc_phaseof(p)};
    for (int d = 1; d < n; d++) {
        if (p[d] < found.low) found.low = p[d];
        if (p[d] > found.high) found.high = p[d];
    }
    return found;
}
shared [D] double *behind(shared [D] double *p, int n) {
    while (n > 0 && p[0] < 5) p++, n--;
    return p;
}
static long own(int n) {
    long sum = 0;
    upc_forall(int i = 0; i < n; i++; &next[i]) sum += next[i] + 1;
    return sum;
}
int even(int i);
int odd(int i) {
    if (next[i] == i) return 0;
    for (int k = next[i]; k < next[i] + 1; k++) return even(k);
    return -1;
}
int even(int i) {
    if (next[i] == i) return 1;
    for (int k = next[i]; k < next[i] + 1; k++) return odd(k);
    return -1;
}
int depth(int i) { return next[i] == i ? 0 : 1 + depth(next[i]); }

double (*volatile distance_of)(int, double) = distance;
int (*volatile last_of)(int) = last;
struct pair (*volatile bounds_of)(shared [D] double *, int) = bounds;
shared [D] double *(*volatile behind_of)(shared [D] double *, int) = behind;
long (*volatile own_of)(int) = own;

static void same(const char *what, double is, double should) {
    if (is != should && ++wrong < 20) printf("%s: %g, not %g\n", what, is, should);
}

void check(void) {
    int sum = 0, deep = 0;
    for (int i = 0; i < N; i++) same("distance", distance(i, 2), distance_of(i, 2));
    for (int i = 0; i < N; i++) same("last", last(i), last_of(i));
    same("calls", calls_of[MYTHREAD], 2 * N);
    for (int i = 0; i < N; i++) count(i);
    for (int i = 0; i < 16; i++) sum += letters[i];
    same("letters", sum, N);
    same("first", letters[20], (double)N * next[0]);
    for (int i = 0; i < N; i++) deep += depth(i);
    same("depth", deep, N / 4 * 6);
    for (int i = 0; i < N; i++) same("even", even(i), i % 2 == 0);
    for (int i = 0; i < N * D - 4; i++) {
        const struct pair inlined = bounds(point + i, 5);
        const struct pair called = bounds_of(point + i, 5);
        same("low", inlined.low, called.low);
        same("high", inlined.high, called.high);
        same("phase", inlined.at, i % D);
    }
    for (int i = 0; i < N * D - 7; i++) same("behind", behind(point + i, 7) == behind_of(point + i, 7), 1);
    for (int n = 0; n < N; n++) same("own", own(n), own_of(n));
}

int main(void) {
    point = upc_all_alloc(N, D * sizeof(double));
    next = upc_all_alloc(N, sizeof(int));
    if (MYTHREAD == 0)
        for (int i = 0; i < N; i++) {
            next[i] = i % 4 ? i - 1 : i;
            for (int d = 0; d < D; d++) point[i * D + d] = i * 7 % 5 + d;
        }
    upc_barrier;
    check();
    upc_barrier;
    if (wrong) printf("%ld wrong on thread %d\n", wrong, MYTHREAD);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    for (int i = 0; i < THREADS; i++) wrong |= wrong_of[i];
    if (!wrong && MYTHREAD == 0) puts("pass");
    return wrong != 0;
}
