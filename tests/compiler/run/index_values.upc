// Indexes that go through functions of one expression, through variables that are assigned in the
// loop, and by steps that only the run knows. Each loop beside the same one in private memory, also
// where a function or an assignment does not have one value: a size that the loop changes, a
// variable that is changed twice, used before it is assigned, or assigned by a branch only.
// flags: -O3
// variants: off: -O2 -fno-upc-passes
// variants: general: -O2 -fno-upc-one-thread
// variants: debug: -O0
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 840, B = 7 };
shared int a[N * THREADS];
shared [B] int b[N * THREADS];
shared [N] int c[N * THREADS];
shared [B] int rows[N / B * THREADS][B];
int ma[N], mb[N], mc[N];
int width = 20, height = 21, shift;
long wrong;

static int cell(int row, int column) { return row * width + column; }
static inline int mirrored(int row, int column) {
    const int last = width - 1, back = last - column;
    return cell(row, back);
}
int shifted(int x) { return x + shift; }
static int clamped(int x) { return x < 0 ? 0 : x >= N ? N - 1 : x; }
static int counted(int x) { return shift++ + x; }

void fill(void) {
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < N; i++) a[i] = ma[i] = b[i] = mb[i] = c[i] = mc[i] = (i * 37 + 11) % 101;
    for (int i = 0; i < N; i++) ma[i] = mb[i] = mc[i] = (i * 37 + 11) % 101;
    upc_barrier;
}
void same(const char *what) {
    upc_barrier;
    for (int i = 0; i < N; i++)
        if ((a[i] != ma[i] || b[i] != mb[i] || c[i] != mc[i]) && ++wrong < 9)
            printf("%s: element %d is %d, %d, %d, not %d, %d, %d\n", what, i, a[i], b[i], c[i], ma[i], mb[i], mc[i]);
    fill();
}

// Every loop once over shared and once over private arrays. `if (me)`: one thread does it.
#define BOTH(what, me, a_, b_, c_, ...) \
    do { \
        { int *a_ = ma, *b_ = mb, *c_ = mc; (void)a_, (void)b_, (void)c_; __VA_ARGS__ } \
        if (me) { __VA_ARGS__ } \
        same(what); \
    } while (0)

void functions(int n) {
    int i, j;
    BOTH("a cell", MYTHREAD == 0, a, b, c,
         for (i = 1; i < height - 1; i++) for (j = 1; j < width - 1; j++) {
             a[cell(i, j)] = b[cell(i - 1, j)] + c[cell(i, j + 1)];
             b[mirrored(i, j)] += a[cell(i, j)] + c[mirrored(i + 1, j)];
         });
    BOTH("another size", MYTHREAD == 0, a, b, c, width = 20, shift = 0;
         for (i = 0; i < 10; i++) {
             b[cell(i, 3)] += c[shifted(i)];
             width = 20 + i;
             shift = i / 2;
         });
    width = 20, shift = 3;
    BOTH("a local of the same name", MYTHREAD == 0, a, b, c, {
        const int width = 5;
        for (i = 0; i < 40; i++) b[cell(i, 2) % n + width * 3] += c[i * width] + a[shifted(i % width)];
    });
    BOTH("a function that clamps", MYTHREAD == 0, a, b, c,
         for (i = 0; i < n; i++) b[clamped(i + 9)] += c[clamped(n - i)] + a[clamped(i - 5)];);
    int before = shift;
    BOTH("a function that counts", MYTHREAD == 0, a, b, c, shift = before;
         for (i = 0; i < 50; i++) b[counted(i)] += c[i];);
    shift = 0;
}

void names(int n, int choice) {
    int i, j, k = 0, last = 0;
    BOTH("assigned", MYTHREAD == 0, a, b, c, for (i = 0; i < n; i++) {
        j = n - 1 - i;
        k = j / 2;
        a[j] += b[i] + c[k];
        b[j] -= c[i];
    });
    BOTH("assigned, and used behind the loop", MYTHREAD == 0, a, b, c, for (i = 0; i < n; i++) {
        j = n - 1 - i;
        b[j] += c[i];
    } b[j + 5] += k; );
    BOTH("used first", MYTHREAD == 0, a, b, c, j = 4; for (i = 0; i < n; i++) {
        b[i] += c[j];
        j = n - 1 - i;
        a[j] += b[i];
    });
    BOTH("changed twice", MYTHREAD == 0, a, b, c, for (i = 0; i < n - 1; i++) {
        j = n - 2 - i;
        b[j] += c[i];
        j++;
        a[j] += c[i];
    });
    BOTH("assigned by a branch", MYTHREAD == 0, a, b, c, j = 7; for (i = 0; i < n; i++) {
        if (i % 3 == 0) j = n - 1 - i;
        b[j] += c[i];
    });
    BOTH("inside a branch", MYTHREAD == 0, a, b, c, for (i = 0; i < n; i++) if (i % 3) {
        j = n - 1 - i;
        b[j] += c[i];
        a[j] += b[i];
    });
    BOTH("what it reads changes", MYTHREAD == 0, a, b, c, k = 3; for (i = 0; i < n - 9; i++) {
        j = i + k;
        k = i % 9;
        b[j] += c[i + k];
    });
    BOTH("a step inside it", MYTHREAD == 0, a, b, c, k = 0; for (i = 0; i < n / 2; i++) {
        j = i + k++;
        b[j] += c[i];
    });
    BOTH("a switch past it", MYTHREAD == 0, a, b, c, j = 11; for (i = 0; i < n; i++) switch ((i + choice) % 3) {
        case 0: j = n - 1 - i; // falls through
        case 1: b[j] += c[i]; break;
        default: a[j] += 1;
    });
    BOTH("assigned by the last iteration", MYTHREAD == 0, a, b, c, last = 0; for (i = 0; i < n; i++) {
        b[last] += c[i];
        last = i;
    });
}

void steps(int w, int h, int d) {
    int i, j;
    BOTH("columns", MYTHREAD == 0, a, b, c,
         for (j = 0; j < w; j++) for (i = 1; i < h; i++) {
             a[i * w + j] += a[(i - 1) * w + j] + b[i * w + j];
             b[i * w + j] += c[(h - 1 - i) * w + j];
         });
    BOTH("down", MYTHREAD == 0, a, b, c, for (i = h - 1; i > 0; i--) a[i * w + d] += a[i * w - d] + b[i];);
    BOTH("diagonals", MYTHREAD == 0, a, b, c, for (i = 0; i < h && i < w; i++) {
        j = w - 1 - i;
        a[i * w + j] += a[i * (w + 1)] + 1;
    });
    BOTH("blocks", MYTHREAD == 0, a, b, c, for (i = 0; i * d * B < N; i++) b[i * d * B] += b[i * d * B + 3] + c[i];);
    BOTH("no step at all", MYTHREAD == 0, a, b, c, for (i = 0; i < h; i++) a[i * (w - w) + 2] += b[i];);
    for (i = 0; i < h; i++) ma[i * w + d] += mb[i];
    upc_forall (i = 0; i < h; i++; i) a[i * w + d] += b[i];
    same("by number");
    for (i = 0; i < h && i < w; i++) ma[i * w + w - 1 - i] += mc[i * d];
    upc_forall (i = 0; i < (h < w ? h : w); i++; i) {
        j = w - 1 - i;
        a[i * w + j] += c[i * d];
    }
    same("diagonals by number");
    for (i = h - 1; i >= 0; i--) ma[i * w + d] -= mb[i];
    upc_forall (i = h - 1; i >= 0; i--; i) a[i * w + d] -= b[i];
    same("by number, down");
    if (MYTHREAD == 0)
        for (i = 0; i < h; i++) rows[i * d + 1][B - 1] = i;
    if (MYTHREAD == 0)
        for (i = 0; i < h; i++) {
            a[i] += rows[i * d + 1][B - 1];
            ma[i] += i;
        }
    else
        for (i = 0; i < h; i++) ma[i] += i;
    same("rows");
    for (i = 0; i * d * B < N; i++) mb[i * d * B] += mc[i];
    upc_forall (i = 0; i * d * B < N; i++; i) b[i * d * B] += c[i];
    same("blocks by number");
}

int main(void) {
    fill();
    functions(N - 25);
    names(N - 25, 1);
    steps(20, 40, 3);
    steps(THREADS, 25, 1);
    steps(29, 28, 2);
    steps(1, 30, 1);
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
