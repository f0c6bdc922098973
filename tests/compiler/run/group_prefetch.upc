// Updates at random in batches: the same elements with the same values in the same order, whatever
// the types, steps and lengths, and values of the loop's scalars behind it. What a batch must not
// be made of is left alone: bodies that read what they write, or that leave.
// flags: -O2 -fupc-strip-mine -fupc-strength-reduction
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { N = 700 };
shared unsigned long table[N * THREADS];
shared [3] signed char small[N * THREADS];
shared [7] float real[N * THREADS];
static int failed, calls;
#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #c); failed = 1; } } while (0)

static unsigned long next(unsigned long r) { return r * 6364136223846793005UL + 1442695040888963407UL; }
static unsigned long counted(unsigned long r) { calls++; return next(r); }

static void updates(int n) {
    unsigned long *mt = calloc(N * THREADS, sizeof *mt), r = 1, q = 1;
    signed char *ms = calloc(N * THREADS, 1);
    float *mr = calloc(N * THREADS, sizeof *mr);
    const long all = N * THREADS;
    shared unsigned long *t = table;
    for (long i = 0; i < all; i++) table[i] = 0, small[i] = 0, real[i] = 0;
    int i;
    for (i = 0; i < n; i++) { r = next(r); t[(r >> 20) % (unsigned)all] += r; }
    CHECK(i == n);
    for (int k = 0; k < n; k++) { q = next(q); mt[(q >> 20) % (unsigned)all] += q; }
    CHECK(r == q);
    for (i = n; i > 3; i -= 3) { const int half = i / 2; r = counted(r) + (unsigned)half; small[(r >> 33) % (unsigned long)all] ^= (int)(r >> 7) + half; }
    for (int k = n; k > 3; k -= 3) { q = counted(q) + (unsigned)(k / 2); ms[(q >> 33) % (unsigned long)all] ^= (int)(q >> 7) + k / 2; }
    CHECK(r == q && i <= 3 && i > 0);
    for (i = 0; i < n; i++) { if (i % 3 == 0) r = next(r); else r ^= 5; real[(r >> 11) % (unsigned long)all] = (double)(r % 1000) / 8; }
    for (int k = 0; k < n; k++) { if (k % 3 == 0) q = next(q); else q ^= 5; mr[(q >> 11) % (unsigned long)all] = (double)(q % 1000) / 8; }
    CHECK(r == q);
    for (i = 0; i < n; i++) { r = next(r); t[(r >> 9) % (unsigned long)all] += t[0]; }
    for (int k = 0; k < n; k++) { q = next(q); mt[(q >> 9) % (unsigned long)all] += mt[0]; }
    for (i = 0; i < n; i++) { r = next(r); if (i == 300) break; if (i % 7 == 1) continue; t[(r >> 9) % (unsigned long)all] -= r; }
    for (int k = 0; k < n; k++) { q = next(q); if (k == 300) break; if (k % 7 == 1) continue; mt[(q >> 9) % (unsigned long)all] -= q; }
    CHECK(r == q);
    for (i = 0; i < n; i++) { r = next(r) + t[1] % 2; t[(r >> 9) % 5] += 3; }
    for (int k = 0; k < n; k++) { q = next(q) + mt[1] % 2; mt[(q >> 9) % 5] += 3; }
    CHECK(r == q);
    for (long k = 0; k < all; k++) CHECK(table[k] == mt[k] && small[k] == ms[k] && real[k] == mr[k]);
    free(mt), free(ms), free(mr);
}

typedef shared [] unsigned long *block_t;
typedef struct { long unused; block_t words; } part;

// What an iteration updates is found through private memory: a table of pointers, a struct, an
// array of numbers.
static void updates_elsewhere(int n) {
    const block_t mine = upc_alloc(64 * sizeof(unsigned long)), other = upc_alloc(64 * sizeof(unsigned long));
    const block_t both[2] = {mine, other};
    const part parts[2] = {{0, mine}, {1, other}};
    const block_t *where = both;
    const part *at = parts;
    unsigned long m[2][64] = {{0}}, r = 1, q = 1;
    short steps[4] = {3, 1, 4, 1};
    for (int i = 0; i < 64; i++) mine[i] = other[i] = 0;
    for (int i = 0; i < n; i++) { r = next(r); where[r >> 40 & 1][r >> 20 & 63] ^= r; }
    for (int i = 0; i < n; i++) { q = next(q); m[q >> 40 & 1][q >> 20 & 63] ^= q; }
    for (int i = 0; i < n; i++) { r = next(r); at[r >> 40 & 1].words[r >> 20 & 63] += r + (unsigned)steps[r >> 50 & 3]; }
    for (int i = 0; i < n; i++) { q = next(q); m[q >> 40 & 1][q >> 20 & 63] += q + (unsigned)steps[q >> 50 & 3]; }
    for (int i = 0; i < n; i++) { r = next(r); (at + (r >> 40 & 1))->words[r >> 20 & 63] -= r; }
    for (int i = 0; i < n; i++) { q = next(q); m[q >> 40 & 1][q >> 20 & 63] -= q; }
    CHECK(r == q);
    // What a private pointer leads to may be what is updated.
    const unsigned long *same = (unsigned long *)mine;
    for (int i = 0; i < n; i++) { r = next(r); where[0][r >> 20 & 63] += same[i & 63]; }
    for (int i = 0; i < n; i++) { q = next(q); m[0][q >> 20 & 63] += m[0][i & 63]; }
    unsigned long *written = (unsigned long *)other;
    for (int i = 0; i < n; i++) { r = next(r); written[i & 63] = r; where[1][r >> 20 & 63] ^= 1 + (r >> 9); }
    for (int i = 0; i < n; i++) { q = next(q); m[1][i & 63] = q; m[1][q >> 20 & 63] ^= 1 + (q >> 9); }
    for (int i = 0; i < n; i++) { r = next(r); steps[r & 3] = (short)(steps[r & 3] + 1); where[1][r >> 20 & 63] ^= (unsigned)steps[r >> 9 & 3]; }
    short again[4] = {3, 1, 4, 1};
    for (int i = 0; i < n; i++) { q = next(q); again[q & 3] = (short)(again[q & 3] + 1); m[1][q >> 20 & 63] ^= (unsigned)again[q >> 9 & 3]; }
    for (int i = 0; i < 64; i++) CHECK(mine[i] == m[0][i] && other[i] == m[1][i]);
    upc_free(mine), upc_free(other);
}

int main(void) {
    for (int turn = 0; turn < THREADS; turn++) {
        if (turn == MYTHREAD)
            for (int n = 250; n < 1100; n += 131) updates(n), updates_elsewhere(n);
        upc_barrier;
    }
    if (MYTHREAD == 0) puts(failed ? "failed" : "pass");
    return failed;
}
