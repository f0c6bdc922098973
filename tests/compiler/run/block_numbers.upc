// Indexes that name a block and a place in it. The place may be another block's.
// variants: off: -O1 -fno-upc-passes
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

#define H 37 /* rows */
#define W 12 /* of a row, which is a block */

static shared [W] int a[H * THREADS][W];
static shared [W] int thirds[H * THREADS][3][4];
static shared [W] int pairs[H * THREADS][2][W];
static shared [6] int halves[H * THREADS][W];
static shared [4] int parts[H * THREADS][3][4];
static shared [W] int *p;
static shared int failures;
static int failed;

static int expected(int row, int column) { return row * 100 + column; }

#define IS(x, y)                                                                                  \
    do {                                                                                          \
        const int found_ = (x), wanted_ = (y);                                                    \
        if (found_ != wanted_) {                                                                  \
            printf("%d: thread %d: %s is %d, not %d\n", __LINE__, MYTHREAD, #x, found_, wanted_); \
            failed = 1;                                                                           \
        }                                                                                         \
    } while (0)

static void set_up(void) {
    p = upc_all_alloc(H, W * sizeof(int));
    if (MYTHREAD == 0)
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++) {
                p[i * W + j] = a[i][j] = halves[i][j] = expected(i, j);
                thirds[i][j / 4][j % 4] = parts[i][j / 4][j % 4] = expected(i, j);
                pairs[i][0][j] = expected(i, j);
                pairs[i][1][j] = -expected(i, j);
            }
    upc_barrier;
}

/* r, s: any row and column; u: a step */
static void arrays(int r, int s, int u) {
    const int v = (r + u + H) % H, x = (s + u + W) % W, e = expected(v, x);
    IS(a[(r + u + H) % H][(s + u + W) % W], e);
    IS(thirds[v][x / 4][x % 4], e);
    IS(halves[v][x], e);
    IS(parts[v][x / 4][x % 4], e);
    IS(pairs[v][u & 1][x], u & 1 ? -e : e);
}

static void pointers(int r, int s, int u) {
    const int v = (r + u + H) % H, x = (s + u + W) % W, e = expected(v, x);
    const unsigned ur = r, us = s;
    IS(p[(r + u + H) % H * W + (s + u + W) % W], e);
    IS(p[W * ((r + u + H) % H) + (s + u + W) % W], e);
    IS(p[x - (-v) * W], e);
    IS(p[v * 12L + (size_t)x], e);
    IS(p[ur * W + us], expected(r, s));
    IS(p[v * W], expected(v, 0));
    IS(p[v * W + W - 1 - x], expected(v, W - 1 - x));
    /* From pointers with a phase, forwards and backwards. */
    IS((p + r * W)[s], expected(r, s));
    IS((p + 7 + W)[r * W + s - 7 - W], expected(r, s));
    IS((p + 7 + r * W)[(0 - r) * W + s - 7], expected(0, s));
    IS((p + (H - 1) * W + s)[v * W - (H - 1) * W + x - s], e);
}

/* Places outside the block. */
static void outside(int v, int x) {
    const int at = v * W + x;
    if (at + 40 < H * W) IS(p[v * W + (x + 40)], expected((at + 40) / W, (at + 40) % W));
    if (at - 29 >= 0) IS(p[v * W + (x - 29)], expected((at - 29) / W, (at - 29) % W));
}

/* A window: what is known of a row is known in the whole inner loop. */
static void windows(void) {
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            int sum = 0, wanted = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++) {
                    sum += p[(i + k + H) % H * W + (j + l + W) % W];
                    wanted += expected((i + k + H) % H, (j + l + W) % W);
                }
            IS(sum, wanted);
        }
}

/* The parts are evaluated once each. */
static void effects(void) {
    int i = 3, j = 4;
    IS(p[i++ * W + j++], expected(3, 4));
    IS(a[i++][j++], expected(4, 5));
    IS(i * 10 + j, 56);
}

int main(void) {
    set_up();
    srand(MYTHREAD + 1);
    for (int k = 0; k < 1000; k++) {
        const int r = rand() % H, s = rand() % W, u = rand() % 5 - 2;
        arrays(r, s, u);
        pointers(r, s, u);
        outside(r, s);
    }
    windows();
    effects();
    upc_barrier;
    if (failed) failures = 1;
    upc_barrier;
    if (MYTHREAD == 0) puts(failures ? "fail" : "pass");
    return failures;
}
