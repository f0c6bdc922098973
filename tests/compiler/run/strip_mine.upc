// Loops that are cut into runs within blocks: every element is what the loop as written makes of
// it, however the loop ends, whatever its body does to the pointers and bounds, and where indexes
// lie outside the array behind a condition. Mirrors in private memory have the same.
// flags: -O2 -fupc-strip-mine -fupc-strength-reduction
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { B = 16, N = 10 * B };
shared [B] int a[N * THREADS], b[N * THREADS];
shared [12] unsigned m[8 * THREADS][24]; // sums in it wrap around
shared int cyclic[N * THREADS];
static shared [B] int *p;      /* private, of the file */
shared [B] int *other;         /* ... and of other files too */
static int *ma, *mb, *mc, failed;
static unsigned *mm;

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #c); failed = 1; } } while (0)

static void start(void) {
    for (int i = 0; i < N * THREADS; i++) a[i] = ma[i] = i * 7 % 31, b[i] = mb[i] = i * 5 % 23, cyclic[i] = mc[i] = i % 13;
    for (int r = 0; r < 8 * THREADS; r++)
        for (int c = 0; c < 24; c++) m[r][c] = mm[r * 24 + c] = r + c;
}
static void same(int line) {
    for (int i = 0; i < N * THREADS; i++)
        if (a[i] != ma[i] || b[i] != mb[i] || cyclic[i] != mc[i]) {
            printf("line %d, THREADS %d: element %d\n", line, THREADS, i);
            failed = 1;
            break;
        }
    for (int r = 0; r < 8 * THREADS; r++)
        for (int c = 0; c < 24; c++) CHECK(m[r][c] == mm[r * 24 + c]);
    start();
}
#define SAME() same(__LINE__)

static int leaves_by_return(int n) {
    for (int i = 0; i < n; i++) {
        a[i] += 1;
        if (i == 40) return i;
    }
    return -1;
}
static void move_p(void) { p++; }
static void nothing(void) {}

static void ends(int n) {
    int i;
    for (i = 0; i < n; i++) { if (i == 37) break; a[i] = b[i + 1] * 2; }
    CHECK(i == 37);
    for (int k = 0; k < 37; k++) ma[k] = mb[k + 1] * 2;
    SAME();
    for (i = 0; i < n; i++) { if (i % 3) continue; a[i] = i; }
    CHECK(i == n);
    for (int k = 0; k < n; k += 3) ma[k] = k;
    SAME();
    CHECK(leaves_by_return(n) == 40);
    for (int k = 0; k <= 40; k++) ma[k]++;
    SAME();
    for (i = n - 1; i >= 0; i--) { switch (a[i] % 4) { case 0: continue; case 1: a[i] = 5; break; default: if (i < 20) goto out; } b[i]++; }
out:
    for (int k = n - 1, end = i; k >= 0; k--) { if (ma[k] % 4 == 0) continue; if (ma[k] % 4 == 1) ma[k] = 5; else if (k < 20) { CHECK(k == end); break; } mb[k]++; }
    SAME();
    for (i = 5; i < 5; i++) a[i] = 0;
    CHECK(i == 5);
    for (i = 9; i < 3; i++) a[i] = 0;
    CHECK(i == 9);
    for (i = 3; i != 50; ++i) a[i] = -i;
    for (int k = 3; k != 50; k++) ma[k] = -k;
    SAME();
    for (i = 2; i < n; i += 5) a[i] = i;
    CHECK(i == 2 + (n - 2 + 4) / 5 * 5);
    for (int k = 2; k < n; k += 5) ma[k] = k;
    SAME();
}

static void changes(int n) {
    p = a;
    for (int i = 0; i < 40; i++) { p[i] += 1; move_p(); }
    for (int i = 0; i < 40; i++) ma[2 * i]++;
    SAME();
    p = a;
    for (int i = 0; i < 40; i++) { p[i] += 1; nothing(); if (i == 20) p = b; }
    for (int i = 0; i < 40; i++) ++*(i <= 20 ? &ma[i] : &mb[i]);
    SAME();
    other = a + 3;
    for (int i = 0; i < 40; i++) { other[i] = b[i]; nothing(); }
    for (int i = 0; i < 40; i++) ma[i + 3] = mb[i];
    SAME();
    int end = n, *there = &end;
    for (int i = 0; i < end; i++) { a[i] = 1; if (i == 30) *there = 35; }
    for (int i = 0; i < 35; i++) ma[i] = 1;
    SAME();
    shared [B] int *q = a + 5;
    shared [B] int **to_q = &q;
    for (int i = 0; i < 40; i++) { q[i] = 9; if (i == 10) *to_q = b; }
    for (int i = 0; i < 40; i++) *(i <= 10 ? &ma[i + 5] : &mb[i]) = 9;
    SAME();
    for (int i = 0; i < 40; i++) { a[i] = i; if (i == 20) i += 7; }
    for (int i = 0; i < 40; i++) { ma[i] = i; if (i == 20) i += 7; }
    SAME();
}

static void outside(int n) {
    shared [B] int *null = NULL, *q = a + B + 5;
    shared int *w = cyclic + 7;
    long sum = 0, expected = 0;
    for (int i = 0; i < n; i++) { if (null) a[i] = null[i]; if (i > 2) sum += a[i - 3] * i; if (i + 2 < n) sum -= b[i + 2]; if (i >= 1) sum += cyclic[i - 1]; }
    for (int i = 0; i < n; i++) { if (i > 2) expected += ma[i - 3] * i; if (i + 2 < n) expected -= mb[i + 2]; if (i >= 1) expected += mc[i - 1]; }
    CHECK(sum == expected);
    for (int i = -(B + 5); i < 40; i++) sum += q[i] * (i + 100);
    for (int i = 0; i < 40 + B + 5; i++) expected += ma[i] * (i - B - 5 + 100);
    CHECK(sum == expected);
    unsigned long mixed = (unsigned long)sum, alike = mixed;
    for (long i = 30; i >= -7; i--) mixed = mixed * 3 + w[i];
    for (long i = 37; i >= 0; i--) alike = alike * 3 + mc[i];
    CHECK(mixed == alike);
    for (unsigned u = 0; u < 40; u++) sum += a[u] + (u >= 1 ? b[u - 1] : 0);
    for (unsigned u = 0; u < 40; u++) expected += ma[u] + (u >= 1 ? mb[u - 1] : 0);
    CHECK(sum == expected);
    for (size_t u = 0; u < (size_t)-1; u++) { if (u == 45) break; sum += a[u]; }
    for (size_t u = 0; u < 45; u++) expected += ma[u];
    CHECK(sum == expected);
}

static void shapes(int n) {
    for (int r = 1; r < 8 * THREADS; r++)
        for (int c = 1; c < 23; c++) m[r][c] += m[r - 1][c - 1] - m[r - 1][c + 1] + m[r][c - 1];
    for (int r = 1; r < 8 * THREADS; r++)
        for (int c = 1; c < 23; c++) mm[r * 24 + c] += mm[r * 24 - 24 + c - 1] - mm[r * 24 - 24 + c + 1] + mm[r * 24 + c - 1];
    SAME();
    for (int c = 0; c < 24; c++)
        for (int r = 8 * THREADS - 2; r >= 0; r--) m[r][c] += 2 * m[r + 1][c];
    for (int c = 0; c < 24; c++)
        for (int r = 8 * THREADS - 2; r >= 0; r--) mm[r * 24 + c] += 2 * mm[r * 24 + 24 + c];
    SAME();
    for (int k = 0; k < n / 8; k++)
        for (int e = 0; e < 8; e++) a[8 * k + e] = b[8 * k + 7 - e];
    for (int k = 0; k < n / 8; k++)
        for (int e = 0; e < 8; e++) ma[8 * k + e] = mb[8 * k + 7 - e];
    SAME();
    for (int t = 0; t < THREADS; t++)
        for (int i = t; i < n; i += THREADS) cyclic[i] += b[i % B];
    for (int i = 0; i < n; i++) mc[i] += mb[i % B];
    SAME();
    for (int i = 0; i < n - 1; i++) cyclic[i + 1] += cyclic[i];
    for (int i = 0; i < n - 1; i++) mc[i + 1] += mc[i];
    SAME();
    p = a + 3;
    for (int i = 0; i < n / 2; i++) p[b[i] % 10 + i / 2] ^= i, a[mc[i]]++;
    for (int i = 0; i < n / 2; i++) ma[3 + mb[i] % 10 + i / 2] ^= i, ma[mc[i]]++;
    SAME();
    for (int i = 0, j = 3; i < n; i++, j = 3) a[i] = b[j];
    for (int i = 0; i < n; i++) ma[i] = mb[3];
    SAME();
}

int main(void) {
    ma = malloc(sizeof(int) * N * THREADS), mb = malloc(sizeof(int) * N * THREADS), mc = malloc(sizeof(int) * N * THREADS);
    mm = malloc(sizeof(unsigned) * 8 * THREADS * 24);
    if (MYTHREAD == THREADS - 1) {
        start();
        ends(N * THREADS - B);
        changes(N * THREADS);
        outside(N * THREADS);
        shapes(N * THREADS);
    }
    upc_barrier;
    if (MYTHREAD == THREADS - 1) puts(failed ? "failed" : "pass");
    return failed;
}
