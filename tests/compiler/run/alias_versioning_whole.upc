// Loops of a constant number of iterations, in blocks that can hold them: as one run, cut where the
// pointer begins in the middle of a block, and with source and target on top of each other; up,
// down, in steps, and in rows beside each other.
// flags: -O2 -fupc-alias-versioning
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 40, ROWS = 12, N = B * ROWS };
shared [B] unsigned a[N * THREADS], b[N * THREADS];
static unsigned ma[N], mb[N];
static long wrong;

static void same(const char *what, shared [B] unsigned *from, const unsigned *to, int phase) {
    for (int i = 0; i < N - B; i++)
        if (from[i] != to[i] && ++wrong < 9) printf("%s: phase %d, element %d is %u, not %u\n", what, phase, i, from[i], to[i]);
}

static void fill(shared [B] unsigned *x, unsigned *m, int seed) {
    for (int i = 0; i < N - B; i++) x[i] = m[i] = i * seed % 97;
}

static void up(shared [B] unsigned *to, shared [B] unsigned *from, int row) {
    for (int c = 1; c < B - 1; c++) to[row * B + c] = from[row * B + c - 1] + 3 * from[row * B + c + 1] + c;
}

static void down(shared [B] unsigned *to, shared [B] unsigned *from, int row) {
    int c;
    unsigned sum = 0;
    for (c = B - 2; c >= 1; c -= 3) to[row * B + c] = sum += from[row * B + c];
    to[row * B] = sum + c;
}

static void rows(shared [B] unsigned *to, shared [B] unsigned *from, int row) {
    for (int c = 1; c <= B - 2; c++) to[row * B + c] = from[(row - 1) * B + c - 1] - from[(row + 1) * B + c + 1];
}

static void up_c(unsigned *to, const unsigned *from, int row) {
    for (int c = 1; c < B - 1; c++) to[row * B + c] = from[row * B + c - 1] + 3 * from[row * B + c + 1] + c;
}

static void down_c(unsigned *to, const unsigned *from, int row) {
    int c;
    unsigned sum = 0;
    for (c = B - 2; c >= 1; c -= 3) to[row * B + c] = sum += from[row * B + c];
    to[row * B] = sum + c;
}

static void rows_c(unsigned *to, const unsigned *from, int row) {
    for (int c = 1; c <= B - 2; c++) to[row * B + c] = from[(row - 1) * B + c - 1] - from[(row + 1) * B + c + 1];
}

int main(void) {
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int phase = 0; phase < B; phase++) {
            shared [B] unsigned *x = a + phase, *y = b + (phase * 7) % B;
            fill(x, ma, 5), fill(y, mb, 11);
            for (int row = 1; row < ROWS - 2; row++) up(x, y, row), up_c(ma, mb, row);
            for (int row = 1; row < ROWS - 2; row++) down(y, x, row), down_c(mb, ma, row);
            for (int row = 1; row < ROWS - 2; row++) rows(x, y, row), rows_c(ma, mb, row);
            same("two arrays", x, ma, phase), same("two arrays, the other", y, mb, phase);
            for (int row = 1; row < ROWS - 2; row++) up(x, x, row), up_c(ma, ma, row);
            for (int row = 1; row < ROWS - 2; row++) down(x, x, row), down_c(ma, ma, row);
            for (int row = 1; row < ROWS - 2; row++) rows(x, x, row), rows_c(ma, ma, row);
            same("one array", x, ma, phase);
            for (int shift = 1; shift < 4; shift++) { // one lies on the other
                fill(x, ma, 3);
                for (int row = 1; row < ROWS - 3; row++) up(x + shift, x, row), up_c(ma + shift, ma, row);
                for (int row = 1; row < ROWS - 3; row++) down(x, x + shift, row), down_c(ma, ma + shift, row);
                same("shifted", x, ma, phase);
            }
        }
        printf("%s\n", wrong ? "wrong" : "pass");
    }
    upc_barrier;
    return wrong != 0;
}
