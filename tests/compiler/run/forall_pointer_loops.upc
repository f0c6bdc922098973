// upc_forall that a pointer goes through: every form of step, condition and affinity does the same
// iterations on the same threads as the question in each iteration does, leaves the pointer where
// it ends, and all of them inside another upc_forall.
// flags: -O2
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>

enum { N = 41, ALL = N * 7 };
typedef struct { int x, y[3]; } pair;
shared int cyclic[ALL * THREADS];
shared [3] int blocks[ALL * THREADS];
shared [5] pair pairs[ALL * THREADS];
shared [] double whole[ALL];
static char seen[ALL * 8], wanted[ALL * 8]; // THREADS up to 8
static int failed;
#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #c); failed = 1; } } while (0)
static void *volatile hidden;
// What the compiler cannot see through.
static shared void *ask(shared void *p) { return hidden ? NULL : p; }

// The loop with an affinity as written, and with the same behind a call.
#define BOTH(first, cond, step, affinity, mark) do { \
    memset(seen, 0, sizeof seen); memset(wanted, 0, sizeof wanted); \
    p = first; long at = 0; \
    upc_forall (; cond; step; affinity) { mark; seen[upc_number(p)]++; } \
    q = p; p = first; at = 0; \
    upc_forall (; cond; step; ask((shared void *)(affinity))) { mark; wanted[upc_number(p)]++; } \
    CHECK(p == q); CHECK(memcmp(seen, wanted, sizeof seen) == 0); (void)at; \
} while (0)

#define upc_number(p) ((p) - numbered)

#define FORMS(T, B, array, n) do { \
    shared [B] T *p, *q, *numbered = (shared [B] T *)array; \
    for (long from = 0; from < 9; from++) for (long end = from; end < (n); end += 1 + end / 5) { \
        shared [B] T *const a = (shared [B] T *)array + from, *const e = (shared [B] T *)array + end; \
        BOTH(a, p < e, p++, p, ); \
        BOTH(a, p != e, ++p, &*p, ); \
        BOTH(a, p <= e - 1, p += 2, p, ); \
        BOTH(a, e > p, p = p + 5, (shared void *)p, ); \
        BOTH(e - 1, p >= a, p--, p, ); \
        BOTH(e - 1, p >= a, p -= 4, p, ); \
        BOTH(e - 1, a <= p, p -= 1, &p[0], ); \
        BOTH(a, p < &a[end - from], p++, p + 0, ); \
        BOTH(a, p < e, p++, &p[1], ); \
        BOTH(a, p < e, p += 3, p + 2, ); \
        BOTH(e - 1, p >= a, p--, p - 0, ); \
    } } while (0)

static void sums(void) {
    upc_forall (int i = 0; i < ALL * THREADS; i++; &cyclic[i]) cyclic[i] = i;
    upc_forall (int i = 0; i < ALL * THREADS; i++; &blocks[i]) blocks[i] = i;
    upc_forall (int i = 0; i < ALL * THREADS; i++; &pairs[i]) pairs[i].x = i, pairs[i].y[1] = 2 * i;
    upc_barrier;
    long sum = 0, of_blocks = 0, of_pairs = 0, wanted_sum = 0, wanted_blocks = 0, wanted_pairs = 0;
    upc_forall (shared int *p = cyclic; p < cyclic + ALL * THREADS; p++; p) { CHECK(upc_threadof(p) == MYTHREAD); sum += *p; *p += 1; }
    upc_forall (shared [3] int *p = &blocks[2]; p < &blocks[ALL * THREADS - 1]; p++; p) { of_blocks += *p + p[0]; *p = -*p; }
    upc_forall (shared [5] pair *p = pairs; p != pairs + ALL * THREADS; p++; &p->y[1]) of_pairs += p->x + p->y[1];
    for (int i = 0; i < ALL * THREADS; i++) {
        if (i % THREADS == MYTHREAD) wanted_sum += i;
        if (i >= 2 && i < ALL * THREADS - 1 && i / 3 % THREADS == MYTHREAD) wanted_blocks += 2 * i;
        if (i / 5 % THREADS == MYTHREAD) wanted_pairs += 3 * i;
    }
    CHECK(sum == wanted_sum); CHECK(of_blocks == wanted_blocks); CHECK(of_pairs == wanted_pairs);
    upc_barrier;
    for (int i = 0; i < ALL * THREADS; i++) CHECK(cyclic[i] == i + 1 && blocks[i] == (i >= 2 && i < ALL * THREADS - 1 ? -i : i));
    upc_barrier;
}

// Inside a upc_forall of the caller each thread runs all iterations.
static int count_all(shared [3] int *a, shared [3] int *e) {
    int n = 0;
    upc_forall (; a < e; a++; a) n++;
    return n;
}

// The pointer that the bound was, and one that the body changes: as written.
static void left_alone(void) {
    int n = 0, m = 0, early = 0;
    shared int *e = cyclic + 5 * THREADS;
    upc_forall (shared int *p = cyclic; p < e; p++; p) { n++; e--; }
    upc_forall (shared int *p = cyclic; p < cyclic + 6 * THREADS; p++; p) { m++; p += THREADS; }
    upc_forall (shared int *p = cyclic; p < cyclic + 6 * THREADS; p++; p) if (++early == 2) continue; else if (early > 3) early--;
    CHECK(n >= 1 && n <= 5 && m == 3 && early == 3);
}

int main(void) {
    FORMS(int, 1, cyclic, 60);
    FORMS(int, 3, blocks, 60);
    FORMS(pair, 5, pairs, 60);
    FORMS(double, , whole, 30);
    sums();
    upc_forall (int t = 0; t < THREADS; t++; t) CHECK(count_all(blocks, blocks + 30) == 30);
    left_alone();
    if (MYTHREAD == 0) puts(failed ? "failed" : "pass");
    return failed;
}
