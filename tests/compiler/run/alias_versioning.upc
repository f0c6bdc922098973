// Loops as functions of pointers that do not overlap, and nests of which some iterations are done
// at once: the same elements, bit for bit, as the loop as it is written computes in private memory,
// also where pointers do overlap, by one element or by all but one, in either direction. Two
// roundings stay two: a processor that multiplies and adds at once gives other bits.
// flags: -O2 -ffp-contract=off -fupc-alias-versioning -fupc-unroll-and-jam
// variants: off: -O2 -ffp-contract=off -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { B = 64, N = 4 * B, SIDE = 24, ROOM = 32 };
shared [B] double x[N * THREADS], y[N * THREADS];
typedef shared [] double *line_t;
typedef shared [ROOM] double row_t[ROOM];
static double mx[N], my[N];
static long wrong;
static double scale = 0.5;
static long table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

static double start(long i) { return (double)(i * 7 % 23) - 11.25; }
static double mean(double a, double b) { return 0.5 * (a + b); }
static void same(const char *what, double got, double expected, long at) {
    if (memcmp(&got, &expected, sizeof got) != 0 && ++wrong < 9) printf("%s: element %ld is %g, not %g\n", what, at, got, expected);
}

// Two lines in one memory, `apart` elements from each other.
static void overlaps(void) {
    line_t memory = upc_alloc(2 * N * sizeof(double));
    double *mirror = malloc(2 * N * sizeof *mirror);
    for (int apart = -20; apart <= 20; apart++)
        for (int length = 0; length < 70; length += 1 + length / 5) {
            for (int i = 0; i < 2 * N; i++) memory[i] = mirror[i] = start(i);
            line_t to = memory + 30, from = memory + 30 + apart;
            double *mto = mirror + 30, *mfrom = mirror + 30 + apart;
            double sum = 1, msum = 1;
            for (int i = 0; i < length; i++) to[i] = mean(from[i], from[i + 1]) + scale * i;
            for (int i = 0; i < length; i++) mto[i] = mean(mfrom[i], mfrom[i + 1]) + scale * i;
            for (int i = length; i > 0; i--) {
                const double old = from[i];
                if (old > 0) to[i] += 2 * old;
                sum += old;
            }
            for (int i = length; i > 0; i--) {
                const double old = mfrom[i];
                if (old > 0) mto[i] += 2 * old;
                msum += old;
            }
            for (long i = 3; i < length; i += 3) to[i] = from[5] + (double)table[i % 16 < 0 ? 0 : 3] - to[i - 1];
            for (long i = 3; i < length; i += 3) mto[i] = mfrom[5] + (double)table[3] - mto[i - 1];
            same("sum", sum, msum, apart);
            for (int i = 0; i < 2 * N; i++) same("overlap", memory[i], mirror[i], i);
        }
    upc_free(memory);
    free(mirror);
}

// Private pointers to shared memory beside shared ones: `local` is what a program casts.
static void casts(int apart, int n) {
    line_t memory = upc_alloc(N * sizeof(double));
    double *local = (double *)(memory + 20 + apart), mirror[N];
    for (int i = 0; i < N; i++) memory[i] = mirror[i] = start(i);
    line_t from = memory + 20;
    int i;
    for (i = 1; i <= n; ++i) local[i] = from[i - 1] + from[i + 1];
    same("variable", i, n < 1 ? 1 : n + 1, 0);
    for (i = 1; i <= n; ++i) mirror[20 + apart + i] = mirror[20 + i - 1] + mirror[20 + i + 1];
    for (i = 0; i < N; i++) same("cast", memory[i], mirror[i], i);
    upc_free(memory);
}

// Blocks: the loop goes through several runs. Elements of the thread's own, and of others.
static void blocks(void) {
    upc_forall (int i = 0; i < N * THREADS; i++; &x[i]) x[i] = start(i), y[i] = start(i + 5);
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 1; i < N - 1; i++) x[i] = y[i - 1] + y[i + 1] - x[i - 1];
    upc_barrier;
    for (int i = 0; i < N; i++) mx[i] = start(i), my[i] = start(i + 5);
    for (int i = 1; i < N - 1; i++) mx[i] = my[i - 1] + my[i + 1] - mx[i - 1];
    for (int i = 0; i < N; i++) same("blocks", x[i], mx[i], i);
    upc_barrier;
    upc_forall (int i = 0; i < N * THREADS; i++; &y[i]) y[i] = x[i] * 3 + y[i];
    upc_barrier;
    for (int i = 0; i < N; i++) same("own", y[i], mx[i] * 3 + my[i], i);
    upc_barrier;
}

// Nests. `c` may be a row of b, or a; some of it in another order than a product.
static void product(row_t *c, row_t *a, row_t *b, int first, int end, int side) {
    for (int i = first; i < end; i++)
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++) c[i][j] += a[i][k] * b[k][j];
}
static void product_with_head(row_t *c, row_t *a, row_t *b, int first, int end, int side) {
    for (int i = first; i < end; i++) {
        shared [] double *to = (shared [] double *)c[i];
        for (int k = side - 1; k >= 0; k--) {
            shared [] const double *row = (shared [] const double *)b[k];
            const double factor = a[i][k];
            for (int j = 1; j < side; j += 2) to[j] = to[j] + factor * row[j] + k;
        }
    }
}
static void mirror_product(double (*c)[ROOM], double (*a)[ROOM], double (*b)[ROOM], int first, int end, int side, int with_head) {
    for (int i = first; i < end; i++)
        if (!with_head) {
            for (int k = 0; k < side; k++)
                for (int j = 0; j < side; j++) c[i][j] += a[i][k] * b[k][j];
        } else {
            for (int k = side - 1; k >= 0; k--) {
                const double factor = a[i][k];
                for (int j = 1; j < side; j += 2) c[i][j] = c[i][j] + factor * b[k][j] + k;
            }
        }
}
static void nests(void) {
    row_t *m[3];
    static double mirror[3][SIDE][ROOM];
    for (int i = 0; i < 3; i++) m[i] = upc_all_alloc(SIDE, sizeof(row_t));
    for (int which = 0; which < 27; which++)
        for (int with_head = 0; with_head < 2; with_head++) {
            const int c = which % 3, a = which / 3 % 3, b = which / 9, side = 1 + (which * 5 + with_head) % SIDE;
            for (int i = 0; i < 3; i++)
                upc_forall (int r = 0; r < SIDE; r++; &m[i][r][0])
                    for (int j = 0; j < ROOM; j++) m[i][r][j] = start(r * 3 + j + i) / 64;
            for (int i = 0; i < 3; i++)
                for (int r = 0; r < SIDE; r++)
                    for (int j = 0; j < ROOM; j++) mirror[i][r][j] = start(r * 3 + j + i) / 64;
            upc_barrier;
            if (MYTHREAD == THREADS - 1) {
                with_head ? product_with_head(m[c], m[a], m[b], 0, 3, side) : product(m[c], m[a], m[b], 0, 3, side);
                mirror_product(mirror[c], mirror[a], mirror[b], 0, 3, side, with_head);
                for (int i = 0; i < 3; i++)
                    for (int r = 0; r < SIDE; r++)
                        for (int j = 0; j < ROOM; j++) same(with_head ? "head" : "product", m[i][r][j], mirror[i][r][j], which * 10000 + r * 100 + j);
            }
            upc_barrier;
        }
    for (int i = 0; i < 3; i++) upc_all_free(m[i]);
}

// Rows that share a block's end: a nest whose rows lie in two blocks each, and sums that must keep
// their order.
shared [20] double ragged[12 * THREADS][30];
static void across(void) {
    double sums[30], expected[30], total = 0, total_expected = 0;
    line_t into = upc_alloc(30 * sizeof(double));
    upc_forall (int i = 0; i < 12 * THREADS * 30; i++; i) ragged[i / 30][i % 30] = start(i);
    for (int j = 0; j < 30; j++) into[j] = expected[j] = sums[j] = 0;
    upc_barrier;
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) into[j] += ragged[r][j] / (r + 3);
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) sums[j] += ragged[r][j] / (r + 3);
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) into[3] = into[3] / 2 + ragged[r][j] / 3; // one element, in the order of the program
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) expected[j] += start(r * 30 + j) / (r + 3);
    for (int j = 0; j < 30; j++) same("private sums", sums[j], expected[j], j);
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) expected[3] = expected[3] / 2 + start(r * 30 + j) / 3;
    for (int j = 0; j < 30; j++) same("across", into[j], expected[j], j);
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) total = total / 3 + ragged[r][j] * into[j], into[j] = total;
    for (int r = 0; r < 12; r++)
        for (int j = 0; j < 30; j++) total_expected = total_expected / 3 + start(r * 30 + j) * expected[j], expected[j] = total_expected;
    same("total", total, total_expected, 0);
    upc_free(into);
}

// What is made of a `restrict` pointer may be used beside it: casts, other pointers, a parameter
// that is set anew.
static void based(shared [] double *restrict to, shared [] double *other, line_t more, int n) {
    double *local = (double *)(to + 2), mirror[N];
    shared [] double *next = to + 3;
    for (int i = 0; i < N; i++) to[i] = mirror[i] = start(i);
    for (int i = 0; i < n; i++) to[i + 1] = 0.5 * local[i] + to[i], local[i] += 2;
    for (int i = 0; i < n; i++) mirror[i + 1] = 0.5 * mirror[i + 2] + mirror[i], mirror[i + 2] += 2;
    for (int i = 0; i < n; i++) next[i] = 0.5 * to[i] + next[i];
    for (int i = 0; i < n; i++) mirror[i + 3] = 0.5 * mirror[i] + mirror[i + 3];
    other = to + 1;
    for (int i = 0; i < n; i++) to[i] += 3 * other[i - 1], other[i] -= 1;
    for (int i = 0; i < n; i++) mirror[i] += 3 * mirror[i], mirror[i + 1] -= 1;
    double sum = 0, expected = 0;
    for (int i = 0; i < n; i++) to[i + 2] += i + more[i], sum += local[i], local[i] += 3, sum += to[i + 2];
    for (int i = 0; i < n; i++) mirror[i + 2] += i + start(i), expected += mirror[i + 2], mirror[i + 2] += 3, expected += mirror[i + 2];
    for (int i = 0; i < n; i++) next[i] += i + more[i], sum += to[i + 3], to[i + 3] += 3, sum += next[i];
    for (int i = 0; i < n; i++) mirror[i + 3] += i + start(i), expected += mirror[i + 3], mirror[i + 3] += 3, expected += mirror[i + 3];
    same("based, sum", sum, expected, n);
    for (int i = 0; i < N; i++) same("based", to[i], mirror[i], i);
}
static void promises(void) {
    line_t memory = upc_alloc(N * sizeof(double)), more = upc_alloc(N * sizeof(double));
    for (int i = 0; i < N; i++) more[i] = start(i);
    for (int n = 0; n < 80; n += 1 + n / 4) based(memory, memory, more, n);
    upc_free(memory);
    upc_free(more);
}

// Structures: whole, by member, with a bit-field, in one memory at any distance; one that the body
// changes.
struct wave { double re, im; int seen : 5; char name; };
static struct wave wave_start(long i) { struct wave w = {start(i), start(i + 3), (int)(i % 13) - 6, (char)(i % 100)}; return w; }
static void same_wave(struct wave got, struct wave expected, long at) {
    same("re", got.re, expected.re, at);
    same("im", got.im, expected.im, at);
    same("seen", got.seen, expected.seen, at);
    same("name", got.name, expected.name, at);
}
static void structures(void) {
    shared [] struct wave *memory = upc_alloc(N * sizeof(struct wave));
    static struct wave mirror[N];
    for (int apart = -9; apart <= 9; apart++)
        for (int n = 0; n < 50; n += 1 + n / 4) {
            for (int i = 0; i < N; i++) memory[i] = mirror[i] = wave_start(i);
            shared [] struct wave *to = memory + 40, *from = memory + 40 + apart;
            struct wave *mto = mirror + 40, *mfrom = mirror + 40 + apart, by = wave_start(apart + 50), last = wave_start(7), mlast = last;
            for (int i = 0; i < n; i++) {
                struct wave w = from[i];
                w.re = w.re * by.re - to[i].im * last.im;
                w.seen += 1;
                last.im = w.re / 64;
                to[i] = w;
                to[i].name = (char)(from[i + 1].name + i % 3);
            }
            for (int i = 0; i < n; i++) {
                struct wave w = mfrom[i];
                w.re = w.re * by.re - mto[i].im * mlast.im;
                w.seen += 1;
                mlast.im = w.re / 64;
                mto[i] = w;
                mto[i].name = (char)(mfrom[i + 1].name + i % 3);
            }
            same_wave(last, mlast, apart);
            for (int i = 0; i < N; i++) same_wave(memory[i], mirror[i], i);
        }
    upc_free(memory);
}

int main(void) {
    overlaps();
    structures();
    promises();
    for (int apart = -9; apart < 10; apart++)
        for (int n = -1; n < 40; n += 3) casts(apart, n);
    blocks();
    nests();
    across();
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    upc_barrier;
    return wrong != 0;
}
