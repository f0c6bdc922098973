// 6.4: pointers-to-shared of both representations wherever C allows a value: parameters, results,
// varargs, arrays, structures, unions, compound literals, conditional and comma expressions,
// statement expressions, function pointers, typeof, recursion.
#include "check.h"
#include <stdarg.h>

typedef shared [4] int *fat;
typedef shared int *thin;
typedef shared [] int *flat;

shared [4] int a[16 * THREADS];
shared int c[16 * THREADS];
shared [] int e[16];

static fat fat_of(int i) { return &a[i]; }
static thin thin_of(int i) { return c + i; }
static flat flat_of(int i) { return e + i; }
static shared void *any_of(int kind, int i)
{
    switch (kind) {
    case 0: return fat_of(i);
    case 1: return thin_of(i);
    default: return flat_of(i);
    }
}
static int sum(int n, ...)
{
    va_list args;
    va_start(args, n);
    int s = 0;
    for (int i = 0; i < n; i++) {
        fat f = va_arg(args, fat);
        thin t = va_arg(args, thin);
        shared void *v = va_arg(args, shared void *);
        s += *f + *t + *(thin)v;
    }
    va_end(args);
    return s;
}
static fat walk(fat p, int n) { return n == 0 ? p : walk(p + 1, n - 1); }
static void set(fat *out, thin *other, int i)
{
    *out = &a[i];
    *other = &c[i];
}
struct both {
    char tag;
    fat f;
    thin t;
    union {
        flat l;
        thin u;
    };
    fat row[2];
};
static struct both pack(int i) { return (struct both){'b', &a[i], &c[i], {.l = &e[i]}, {&a[i + 1], a}}; }
static fat unpack(struct both b, int k) { return k < 2 ? b.row[k] : b.f; }

int main(void)
{
    for (int i = 0; i < 16 * THREADS; i++)
        if (upc_threadof(&a[i]) == (size_t)MYTHREAD) a[i] = i;
    for (int i = MYTHREAD; i < 16 * THREADS; i += THREADS) c[i] = 100 + i;
    if (MYTHREAD == 0)
        for (int i = 0; i < 16; i++) e[i] = 200 + i;
    upc_barrier;

    CHECK_EQ(*fat_of(7) + *thin_of(7) + *flat_of(7), 7 + 107 + 207);
    CHECK(any_of(0, 5) == &a[5] && any_of(1, 5) == &c[5] && any_of(2, 5) == &e[5]);
    CHECK_EQ(upc_phaseof(any_of(0, 5)), 1);
    CHECK_EQ(sum(2, &a[1], &c[2], (shared void *)&c[3], a + 4, c + 5, (shared void *)(c + 6)), 1 + 102 + 103 + 4 + 105 + 106);
    CHECK(walk(&a[2], 13) == &a[15]);
    CHECK_EQ(upc_phaseof(walk(&a[2], 13)), 3);

    fat f = NULL, fs[3] = {&a[1], NULL, [2] = a + 9}, *pf = fs;
    thin t, ts[2] = {c, c + 1};
    set(&f, &t, 11);
    CHECK(f == &a[11] && t == &c[11]);
    CHECK(fs[1] == NULL && *pf[2] == 9 && *(*(pf + 0)) == 1);
    set(&fs[1], ts, 3);
    CHECK(pf[1] == a + 3 && *ts[0] == 103);
    CHECK_EQ((*pf++, *pf)[1], 4);

    struct both b = pack(6), copies[2] = {b, b};
    copies[1].f += 2;
    CHECK(copies[1].f == &a[8] && copies[0].f == &a[6] && b.l == &e[6] && *b.u == 206 && b.row[1] == a);
    CHECK(unpack(b, 0) == &a[7] && unpack(copies[1], 2) == &a[8] && upc_phaseof(unpack(b, 0)) == 3);
    CHECK(pack(9).row[0] == &a[10]);
    struct both *pb = &copies[1];
    pb->t++;
    pb->row[0]--;
    --pb->l;
    CHECK(pb->t == &c[7] && pb->row[0] == &a[6] && pb->l == &e[5]);

    fat (*make)(int) = fat_of;
    CHECK(make(3) == &a[3] && (*make)(4) == &a[4] && (MYTHREAD < 0 ? make : fat_of)(5)[1] == 6);
    f = MYTHREAD % 2 ? &a[3] : &a[4];
    CHECK(f == a + 3 + !(MYTHREAD % 2));
    shared void *v = MYTHREAD % 2 ? (shared void *)f : t;
    CHECK(v == (MYTHREAD % 2 ? (shared void *)f : (shared void *)t));
    CHECK(({ fat g = &a[2]; g + 1; }) == &a[3]);
    CHECK((t, f) == f && (f = &a[6], *f) == 6);
    __typeof__(f) same = f;
    (void)same;
    CHECK((*(fat){&a[13]} == 13 && (thin[]){c, c + 4}[1] == &c[4]));
    CHECK(sizeof(thin) == 8 && sizeof(flat) == 8 && sizeof(fat) == sizeof(shared void *));
    static fat kept;
    CHECK(kept == NULL);
    kept = f;
    for (fat i = a, *end = &kept; i != *end; i++) CHECK_EQ(*i, i - a);
    f += f < &a[10];
    CHECK(f == &a[7] && *f++ == 7 && *--f == 7 && -*f == -7);
    const fat fixed = &a[12];
    CHECK_EQ(fixed[-1], 11);
    CHECK_EQ((&c[8])[-3] + 2 [&c[1]], 105 + 103);
    PASS();
    return 0;
}
