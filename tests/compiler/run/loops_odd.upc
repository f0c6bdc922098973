// Loops at the edge of what the optimiser recognises: unsigned variables that begin beyond the
// bound, inner loops over one variable in different ranges, remainders in unsigned arithmetic of
// negative numbers, inner loops that end early, upc_forall inside upc_forall.
// flags: -O2 -fupc-strip-mine -fupc-strength-reduction
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>

enum { B = 256, N = 8 * B };
shared [B] int a[N * THREADS], b[N * THREADS];
shared int c[N * THREADS];
shared [B] char text[N * THREADS];
shared [] int one[N];
static int failed;
#define CHECK(x) do { if (!(x)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #x); failed = 1; } } while (0)

/* from lo - 1, which is the greatest number if lo is 0 */
static int begins_beyond(size_t lo, size_t n) {
    int k = 0;
    for (size_t i = lo - 1; i < n; i++) { a[i] += 1; k++; }
    for (size_t i = lo - 1; i < n; i++) { c[i] += 1; k++; }
    for (unsigned long i = lo - 1; i <= n - 1; i += 2) { b[i] += 1; k++; }
    return k;
}
static int begins_beyond_own(size_t lo, size_t n) {
    int k = 0;
    upc_forall (size_t i = lo - 1; i < n; i++; &a[i]) { a[i] += 1; k++; }
    upc_forall (size_t i = lo - 1; i < n; i++; &c[i]) { c[i] += 1; k++; }
    upc_forall (size_t i = lo - 1; i < n; i++; i) k++;
    upc_forall (size_t i = lo - 1; i < n; i += 3; &b[i]) { b[i] += 1; k++; }
    return k;
}
/* near the end of the numbers, moved back by the index */
static void beyond_both(size_t n) {
    for (size_t i = -n; i < (size_t)-1; i++) a[i + n] = (int)(i + n) * 3;
    for (size_t i = 0; i < n - 1; i++) CHECK(a[i] == (int)i * 3);
}

static void siblings(int n) {
    int j, wanted, found;
    for (int i = 0; i < N * THREADS; i++) a[i] = i % 1009, b[i] = -1;
    for (int i = 1; i < n; i++) {
        found = wanted = 0;
        for (j = 8; j < 12; j++) found += a[i * 16 + j - 8];
        for (j = 0; j < 4; j++) found -= 3 * a[i * 16 + j - 8];
        for (j = 12; j < 16; j++) b[i * 16 + j - 8] = i;
        for (j = 4; j < 8; j++) b[i * 16 + j - 8] = -i;
        for (int e = 0; e < 4; e++) wanted += (i * 16 + e) % 1009 - 3 * ((i * 16 + e - 8) % 1009);
        CHECK(found == wanted);
    }
    for (int e = 0; e < n * 16; e++) {
        const int i = (e + 8) / 16, in = (e + 8) % 16;
        CHECK(b[e] == (i < 1 || i >= n || in < 4 || (in >= 8 && in < 12) ? -1 : in < 8 ? -i : i));
    }
}

static void remainders(int lo, int hi) {
    int mine = 0, wanted = 0;
    for (int i = lo; i < hi; i++) if (i % (unsigned)THREADS == MYTHREAD) mine += i;
    for (int i = lo; i < hi; i++) if ((i / 3) % (unsigned)THREADS == MYTHREAD) mine += 100 * i;
    upc_forall (int i = lo; i < hi; i++; i / 2 % (unsigned)THREADS) mine += 10000 * i;
    upc_forall (int i = lo; i < hi; i++; i % (unsigned)THREADS) mine += i;
    for (int i = lo; i < hi; i++) {
        const unsigned r = (unsigned)i % THREADS, q = (unsigned)(i / 3) % THREADS, h = (unsigned)(i / 2) % THREADS;
        wanted += (r == MYTHREAD) * 2 * i + (q == MYTHREAD) * 100 * i + (h == MYTHREAD) * 10000 * i;
    }
    CHECK(mine == wanted);
}

/* what is behind the end of an inner loop is not read: here, of an object that ends there */
static void early(int n) {
    long found = 0, wanted = 0;
    for (int i = 0; i < N * THREADS; i++) text[i] = i % 100;
    for (int i = 0; i < N; i++) one[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40; j++) { if (text[i + j] % 7 == 3) break; found += j; }
    for (int i = 0; i < N - 3; i++)
        for (int j = 0; j < 400; j++) { if (one[i + j] > N - 4) break; found += j; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40 && (i + j) % 100 % 7 != 3; j++) wanted += j;
    for (int i = 0; i < N - 3; i++)
        for (int j = 0; j < 400 && i + j <= N - 4; j++) wanted += j;
    CHECK(found == wanted);
}

/* the inner one runs all its iterations, also where the outer one's body goes through runs of memory */
static void nested(void) {
    for (int i = 0; i < N * THREADS; i++) if (i % THREADS == MYTHREAD) a[i] = i, b[i] = 0;
    upc_barrier;
    long sum = 0;
    upc_forall (int i = 0; i < N * THREADS / 8; i++; &b[i]) {
        sum += a[4 * i];
        upc_forall (int j = 0; j < 8; j++; j) b[i * 8 + j] += 1;
    }
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) CHECK(b[i] == 1);
}

/* parts of an index that stores through private pointers change */
static double real = 3;
static union { int number; float real; } both = { 2 };
static void through_pointers(double *r, float *f) {
    for (int i = 0; i < N * THREADS; i++) a[i] = b[i] = 0;
    for (int i = 0; i < 100; i++) { a[(long)real + i] += 1; if (i == 40) *r = 100; }
    for (int i = 0; i < 100; i++) { b[both.number + i] += 1; if (i == 40) *f = 5.6e-45f; } /* 4 as an int */
    for (int i = 0; i < 210; i++) CHECK(a[i] == ((i >= 3 && i < 44) || (i >= 141 && i < 200)) && b[i] == ((i >= 2 && i < 43) || (i >= 45 && i < 104)));
    real = 3, both.number = 2;
}

/* down in steps of THREADS, beside an array whose place does not move with the loop */
static void down(int n) {
    long sum = 0, wanted = 0;
    for (int i = 0; i < N; i++) one[i] = i;
    for (int i = n - 1; i >= 0; i -= THREADS) { sum += one[3] + one[i % 7]; c[i] = i; }
    for (int i = n - 1; i >= 0; i -= THREADS) { wanted += 3 + i % 7; CHECK(c[i] == i); }
    for (int i = n - 1; i >= 0; i -= THREADS) for (int j = 0; j < 4; j++) sum += text[j] + one[j];
    for (int i = n - 1; i >= 0; i -= THREADS) wanted += 2 * (0 + 1 + 2 + 3);
    CHECK(sum == wanted);
}

int main(void) {
    for (int t = 0; t < THREADS; t++) {
        if (t == MYTHREAD) {
            CHECK(begins_beyond(0, 50) == 0);
            CHECK(begins_beyond(1, 50) == 125);
            beyond_both(1000);
            siblings(N * THREADS / 16);
            through_pointers(&real, &both.real);
            early(N * THREADS - 40);
            down(500);
        }
        upc_barrier;
    }
    CHECK(begins_beyond_own(0, 50) == 0);
    begins_beyond_own(4, 50);
    upc_barrier;
    remainders(-50, 50);
    remainders(-7, 3);
    nested();
    static shared int wrong[THREADS];
    wrong[MYTHREAD] = failed;
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int t = 0; t < THREADS; t++) failed |= wrong[t];
        if (!failed) puts("pass");
    }
    return 0;
}
