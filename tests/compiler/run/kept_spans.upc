// Loops inside loops keep their block spans: of pointers that stay, that a function changes, that
// another one changes, and that each iteration makes anew. Blocks end inside the references of an
// iteration, upwards and downwards, with stores, early ends and `continue`. Each beside the same over
// private memory.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

enum { ROWS = 9, W = 37, N = ROWS * W, B = 16 };
typedef shared [B] int *line_t;
static line_t x, y;
line_t external;
static int mx[N + 1], my[N + 1];
static long wrong;

static void same(const char *what, long long is, long long should) {
    if (is != should && ++wrong < 20) printf("%s: %lld, not %lld\n", what, is, should);
}
static void compare(const char *what) {
    for (int i = 0; i < N; i++) same(what, x[i], mx[i]), same(what, y[i], my[i]);
}
static void fill(void) {
    for (int i = 0; i < N; i++) x[i] = mx[i] = i * 7 % 31, y[i] = my[i] = i * 5 % 29;
}

static void cross(line_t to, line_t from) {
    for (int r = 1; r < ROWS - 1; r++)
        for (int i = 1; i < W - 1; i++) {
            to[r * W + i] = from[(r - 1) * W + i] + from[(r + 1) * W + i] + from[r * W + i - 1] + from[r * W + i + 1];
            to[r * W + i] -= 3 * from[r * W + i];
        }
}
static void cross_c(int *to, const int *from) {
    for (int r = 1; r < ROWS - 1; r++)
        for (int i = 1; i < W - 1; i++) {
            to[r * W + i] = from[(r - 1) * W + i] + from[(r + 1) * W + i] + from[r * W + i - 1] + from[r * W + i + 1];
            to[r * W + i] -= 3 * from[r * W + i];
        }
}
/* In one array, so that each iteration sees what the last one stored. */
static void smear(line_t at, int to) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 2; i < W; i++) {
            if (at[r * W + i] % 5 == to) continue;
            at[r * W + i] = at[r * W + i - 2] + at[r * W + i - 1];
            if (at[r * W + i] > 1 << 20) break;
        }
}
static void smear_c(int *at, int to) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 2; i < W; i++) {
            if (at[r * W + i] % 5 == to) continue;
            at[r * W + i] = at[r * W + i - 2] + at[r * W + i - 1];
            if (at[r * W + i] > 1 << 20) break;
        }
}
static void downwards(line_t at) {
    for (int r = ROWS - 1; r >= 0; r--)
        for (int i = W - 2; i > 0; i--) at[r * W + i] += at[r * W + i + 1] - at[r * W + i - 1];
}
static void downwards_c(int *at) {
    for (int r = ROWS - 1; r >= 0; r--)
        for (int i = W - 2; i > 0; i--) at[r * W + i] += at[r * W + i + 1] - at[r * W + i - 1];
}
static void two_apart(line_t at) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 1; i < W - 1; i += 3) at[r * W + i] = 2 * at[r * W + i + 1] + at[r * W + i - 1];
}
static void two_apart_c(int *at) {
    for (int r = 0; r < ROWS; r++)
        for (int i = 1; i < W - 1; i += 3) at[r * W + i] = 2 * at[r * W + i + 1] + at[r * W + i - 1];
}
static long changes(line_t p) {
    long sum = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 1; i < 20; i++) sum += p[i] * (i + r) - p[i - 1];
        p += 17;
    }
    return sum;
}
static long changes_c(const int *p) {
    long sum = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 1; i < 20; i++) sum += p[i] * (i + r) - p[i - 1];
        p += 17;
    }
    return sum;
}
static void __attribute__((noinline)) turn(void) { external = external == x ? y : x; }
static void (*volatile turns)(void) = turn;
static long others_change(void) {
    long sum = 0;
    external = x;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 1; i < W; i++) sum += external[i] * (r + 1) - external[i - 1] * i;
        turns();
    }
    return sum;
}
static long others_change_c(void) {
    long sum = 0;
    for (int r = 0; r < ROWS; r++)
        for (int i = 1; i < W; i++) {
            const int *at = r % 2 ? my : mx;
            sum += at[i] * (r + 1) - at[i - 1] * i;
        }
    return sum;
}
static long made_anew(void) {
    long sum = 0;
    for (int r = 0; r < ROWS; r++) {
        const line_t p = r % 2 ? y : x;
        line_t q = (r % 3 ? y : x) + r;
        for (int i = 1; i < 20; i++) sum += p[i] * i - p[i - 1] + 3 * q[i] - q[i - 1];
    }
    return sum;
}
static long made_anew_c(void) {
    long sum = 0;
    for (int r = 0; r < ROWS; r++) {
        const int *p = r % 2 ? my : mx, *q = (r % 3 ? my : mx) + r;
        for (int i = 1; i < 20; i++) sum += p[i] * i - p[i - 1] + 3 * q[i] - q[i - 1];
    }
    return sum;
}

int main(void) {
    x = upc_all_alloc(N / B + 2, B * sizeof(int));
    y = upc_all_alloc(N / B + 2, B * sizeof(int));
    if (MYTHREAD == 0) {
        for (int begin = 0; begin < 3; begin++) { /* pointers that begin inside blocks */
            fill();
            cross(y + begin, x), cross_c(my + begin, mx);
            compare("cross");
            smear(x, begin), smear_c(mx, begin);
            compare("smear");
            downwards(y), downwards_c(my);
            two_apart(x), two_apart_c(mx);
            compare("downwards, two apart");
            same("changes", changes(x + begin), changes_c(mx + begin));
            same("others change", others_change(), others_change_c());
            same("made anew", made_anew(), made_anew_c());
        }
        printf(wrong ? "fail\n" : "pass\n");
    }
    upc_barrier;
    return wrong != 0;
}
