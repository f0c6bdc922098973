// Declarators of every shape with pointers-to-shared in them.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;

shared int a[8 * THREADS], *first, **chain, *(*finder)(shared int *, int), *table[3];
shared [4] double b[16 * THREADS];
typedef shared [4] double *blocked;
typedef shared int element;
typedef element *cursor;
typedef struct { cursor at; blocked where[2]; int n : 3; } both;
shared [] struct { int key; struct { short x, y; } in; union { int u; char bytes[4]; }; int tail[3]; } s;
typedef shared [] struct list { int value; shared [] struct list *next; } *list;
shared [2] int m[3][4 * THREADS];
shared int *shared in_shared[2 * THREADS];
enum colour { red, green = 5 };
shared enum colour paint;

static shared int *find(shared int *p, int n) { return p + n; }
static cursor old_style(p, n, q)
    cursor p;
    int n;
    blocked q;
{
    return q ? p + n : NULL;
}
static shared int *(*choose(int which))(shared int *, int) { return which ? find : NULL; }
static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--) {
        cursor p = va_arg(list, cursor);
        total += *p + (int)*va_arg(list, shared [4] double *);
    }
    va_end(list);
    return total;
}
static double rows(shared [4] double v[], shared [] double *const w[2]) { return v[5] + w[1][0]; }
static inline both pack(cursor c, blocked w) {
    both r = {c, {w, [1] = w + 1}, .n = 2};
    return r;
}
static int walk(list l) { return l ? l->value + walk(l->next) : 0; }

int main(void) {
    int i, n = 2;
    upc_forall (i = 0; i < 8 * THREADS; i++; &a[i]) a[i] = i;
    upc_forall (i = 0; i < 16 * THREADS; i++; &b[i]) b[i] = i / 2.0;
    upc_barrier;

    first = a;
    chain = &first;
    finder = find;
    table[1] = &a[3];
    CHECK(*first == 0 && **chain == 0 && *finder(a, 5) == 5 && table[1][2] == 5 && *(*chain + 4) == 4);
    CHECK(*old_style(first, 6, b) == 6 && old_style(first, 6, NULL) == NULL && *choose(1)(a, 2) == 2 && !choose(0));
    CHECK(sum(2, &a[1], &b[4], a + 7, b + 8) == 1 + 2 + 7 + 4);
    shared [] double *const pair[2] = {0, (shared [] double *)&b[6]};
    CHECK(rows(b, pair) == 5.5);
    both t = pack(a + 2, b + 3), *tp = &t;
    CHECK(*t.at == 2 && *tp->where[0] == 1.5 && tp->where[1][1] == 2.5 && tp->n == 2);
    CHECK(upc_phaseof(tp->where[0]) == 3 && upc_phaseof(tp->where[1]) == 0);

    shared int *local[n], *q, **r = local;
    for (i = 0; i < n; i++) local[i] = &a[i + 1];
    q = local[1];
    CHECK(**r == 1 && *r[1] == 2 && *q == 2 && sizeof(local) == n * sizeof(shared int *) && *q-- == 2 && *q == 1);
    for (shared int *p = a, *end = a + 8; p != end; ++p) n += *p;
    CHECK(n == 2 + 28);
    for (struct { int i, step; } s = {0, 2}; s.i < 8; s.i += s.step) n++; // the structure gets a name
    for (struct { int i; shared int *p; } s = {0, a}; s.i < 3; s.i++) n += *s.p++;
    for (blocked p = b, stop = &b[6]; p < stop; p += 2) n += *p * 2;
    CHECK(n == 30 + 4 + 3 + 0 + 2 + 4);

    if (MYTHREAD == 0) {
        s.key = 1;
        s.in.x = 2;
        s.in.y = 3;
        s.u = 0x01020304;
        s.tail[2] = 9;
        paint = green;
        in_shared[1] = &a[4];
        for (i = 0; i < 3; i++)
            for (int j = 0; j < 4 * THREADS; j++) m[i][j] = 100 * i + j;
    }
    upc_barrier;
    shared [] short *px = &s.in.x;
    shared [] int *tail = s.tail;
    CHECK(px[1] == 3 && tail[2] == 9 && *(s.tail + 2) == 9 && (&s)->in.y == 3 && paint == green);
    CHECK(s.bytes[0] + s.bytes[3] == 5 && sizeof s.tail == 12 && *in_shared[1] == 4 && in_shared[1][1] == 5);
    shared [2] int (*row)[4 * THREADS] = &m[1];
    CHECK((*row)[2] == 102 && row[1][3] == 203 && m[2][4 * THREADS - 1] == 200 + 4 * THREADS - 1 && *(*(m + 1) + 1) == 101);
    CHECK(&m[2][1] - &m[0][0] == 8 * THREADS + 1 && &m[2] - &m[0] == 2);

    list l = NULL;
    for (i = 1; i < 5; i++) {
        list fresh = (list)upc_alloc(sizeof(struct list));
        fresh->value = i;
        fresh->next = l;
        l = fresh;
    }
    CHECK(walk(l) == 10 && l->next->next->value == 2);

    switch (n) {
        shared int *unused;
    case 36:
        unused = a;
        CHECK(unused == a);
    }
    goto end;
end:;
    cursor after_label = a + 1;
    CHECK(*after_label == 1 && _Generic(after_label, shared int *: 3, default: 4) == 3);
    CHECK(*({ shared int *p = &a[6]; p++; p; }) == 7);
    {
        extern shared int a[];
        int x = a[2];
        CHECK(x == 2);
    }
    upc_barrier;
    if (!failed) printf(MYTHREAD == 0 ? "pass\n" : "");
    return failed;
}
