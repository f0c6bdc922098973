// Indexes that go through functions of one expression whose arguments lead to objects: structures
// behind pointers, named ones, copies. Each loop beside the same one in private memory, also where
// the loop changes such an object, or its pointer, and where no iteration may read it.
// flags: -O3
// variants: off: -O2 -fno-upc-passes
// variants: general: -O2 -fno-upc-one-thread
// variants: debug: -O0
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 840, B = 7 };
typedef struct {
    int width, height;
    struct { int first, dims[2]; } inside;
} Box;
shared int a[N * THREADS];
shared [B] int b[N * THREADS];
int ma[N], mb[N];
Box box = {20, 21, {3, {2, 5}}};
long wrong;

int at(const Box *of, int x, int y) { return x * of->width + y; }
static int at_copy(Box of, int x, int y) { return x * of.width + y; }
int deep(Box *of, int x, int y) { return at(of, x, y) + of->inside.first; }
static int last(const Box *of, int x) {
    const int back = of->width - 1;
    return at(of, x, back);
}
static int dims(const Box *of, int x) { return x * of->inside.dims[1] + of->inside.dims[0]; }
static int scaled(const int *by, int x) { return *by * x; }
static int either(const Box *one, const Box *other, int x) { return x * one->width - x * other->width + x; }
static int next_width(Box *of) { return of->width++; }
static int through(Box *const *of, int x) { return x * (*of)->width; }

static int at_once(Box of, int x) { return at_copy(of, x, 0); }
static int at_twice(const Box *of, int x) { return at(of, x, 0); }
static int first_of(const Box *of, int x) { return x + of->inside.first; }

void fill(void) {
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < N; i++) a[i] = b[i] = (i * 37 + 11) % 101;
    for (int i = 0; i < N; i++) ma[i] = mb[i] = (i * 37 + 11) % 101;
    upc_barrier;
}
void same(const char *what) {
    upc_barrier;
    for (int i = 0; i < N; i++)
        if ((a[i] != ma[i] || b[i] != mb[i]) && ++wrong < 9)
            printf("%s: element %d is %d, %d, not %d, %d\n", what, i, a[i], b[i], ma[i], mb[i]);
    fill();
}

// Every loop once over shared and once over private arrays, by one thread.
#define BOTH(what, a_, b_, ...) \
    do { \
        { int *a_ = ma, *b_ = mb; (void)a_, (void)b_; __VA_ARGS__ } \
        if (MYTHREAD == 0) { __VA_ARGS__ } \
        same(what); \
    } while (0)

void read_only(Box *of, int n) {
    int x, y;
    BOTH("behind a pointer", a, b, for (x = 1; x < of->height - 1; x++) for (y = 1; y < of->width - 1; y++)
             b[at(of, x, y)] = a[at(of, x - 1, y)] + a[at(of, x, y + 1)] + b[at(of, x, y - 1)];);
    BOTH("no bound reads it", a, b, for (x = 1; x < 20; x++) for (y = 1; y < 19; y++)
             b[at(of, x, y)] = a[at(of, x + 1, y)] - a[deep(of, x, y)];);
    BOTH("of a name", a, b, for (x = 0; x < n; x++) b[at(&box, 3, x)] = a[last(&box, x)] + b[dims(&box, x)];);
    BOTH("of a copy", a, b, Box copy = box; for (x = 0; x < n; x++) b[at_copy(copy, x, 2)] = a[at_copy(*of, 2, x)];);
    BOTH("a number behind a pointer", a, b, for (x = 0; x < n; x++) b[scaled(&of->width, x)] = a[x];);
    BOTH("two pointers", a, b, for (x = 0; x < n; x++) b[either(of, &box, x)] = a[either(&box, of, x + 1)];);
    BOTH("a pointer behind a pointer", a, b, for (x = 0; x < n; x++) b[through(&of, x)] = a[x];);
}

void changing(Box *of, int n) {
    int x;
    Box other = {19, 3, {0, {1, 1}}}, *changed = of;
    BOTH("a member changes", a, b, of->width = 20; for (x = 0; x < n; x++) {
        b[at(of, x, 1)] = a[x];
        if (x == 5) of->width = 21;
    } of->width = 20;);
    BOTH("it changes by another name", a, b, box.width = 20; for (x = 0; x < n; x++) {
        b[at(of, x, 1)] = a[x];
        if (x == 5) box.width = 21;
    } box.width = 20;);
    BOTH("the pointer changes", a, b, changed = of; for (x = 0; x < n; x++) {
        b[at(changed, x, 1)] = a[x];
        if (x == 5) changed = &other;
    });
    BOTH("a call changes it", a, b, box.width = 20; for (x = 0; x < n; x++) {
        b[at(&box, x, 1)] = a[x];
        if (x == 5) next_width(&box);
    } box.width = 20;);
}

// Objects that the loop goes through are other ones in each iteration, also through two functions.
void many(int n) {
    int x;
    Box boxes[20];
    for (x = 0; x < 20; x++) boxes[x] = box, boxes[x].width = x;
    BOTH("elements as copies", a, b, for (x = 0; x < n; x++) b[at_once(boxes[x], 3) + x] = a[at_copy(boxes[x], 2, x)];);
    BOTH("elements", a, b, for (x = 0; x < n; x++) b[at_twice(&boxes[x], 3) + x] = a[at_twice(boxes + x, 2)];);
    int mine = 0, all = 0;
    upc_forall (x = 0; x < n; x++; at_once(boxes[x], 1)) mine += x;
    for (x = 0; x < n; x++)
        if (boxes[x].width % THREADS == MYTHREAD) all += x;
    upc_forall (x = 0; x < n; x++; &a[at_twice(&boxes[x], x)]) mine += x;
    for (x = 0; x < n; x++)
        if (upc_threadof(&a[boxes[x].width * x]) == MYTHREAD) all += x;
    if (mine != all) ++wrong, printf("own elements of many: %d, not %d\n", mine, all);
    upc_barrier;
}

// A guard says whether there is a box.
long guarded(const Box *of, int n) {
    int x;
    long sum = 0;
    for (x = 0; x < n && of; x++) sum += b[x + of->inside.first];
    for (x = 0; x < n && of; x++) sum += b[first_of(of, x)];
    for (x = n; x > 0 && of; x--) sum += b[first_of(of, x)];
    x = 0;
    while (x < n && of) sum += b[first_of(of, x++)];
    return sum;
}

// Whose an iteration is. The box may be nowhere if there is none.
void affine(const Box *of, int n) {
    int x, y, mine = 0, all = 0;
    upc_forall (y = 0; y < n; y++; &b[at(of, 1, y)]) {
        mine += b[at(of, 1, y)];
        if (upc_threadof(&b[at(of, 1, y)]) != MYTHREAD) mine += 100000;
    }
    for (y = 0; y < n; y++)
        if (of && upc_threadof(&b[of->width + y]) == MYTHREAD) all += b[of->width + y];
    if (mine != all || y != (n > 0 ? n : 0)) ++wrong, printf("own elements: %d, not %d\n", mine, all);
    mine = all = 0;
    upc_forall (x = 0; x < n; x++; continue)
        upc_forall (y = 0; y < n; y++; &a[at(of, x, y)]) mine += a[at(of, x, y)] * (y + 1);
    for (x = 0; x < n; x++)
        for (y = 0; y < n; y++)
            if (upc_threadof(&a[x * of->width + y]) == MYTHREAD) all += a[x * of->width + y] * (y + 1);
    if (mine != all) ++wrong, printf("own elements of rows: %d, not %d\n", mine, all);
    mine = all = 0;
    upc_forall (x = 0; x < n; x++; x * of->width) mine += x;
    for (x = 0; x < n; x++)
        if (x * of->width % THREADS == MYTHREAD) all += x;
    if (mine != all) ++wrong, printf("own numbers: %d, not %d\n", mine, all);
    upc_barrier;
}

int main(void) {
    fill();
    read_only(&box, 17);
    read_only(&box, 0);
    changing(&box, 17);
    many(17);
    if (guarded(0, 20) || !guarded(&box, 20)) ++wrong, printf("a guard\n");
    affine(&box, 17);
    affine(&box, 1);
    affine(0, 0);
    affine(0, -1);
    upc_barrier;
    if (!wrong && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
