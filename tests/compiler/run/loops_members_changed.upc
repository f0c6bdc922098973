// Bounds of loops and parts of indexes in private memory that the loop changes by other names:
// characters, whole structures, members of unions, signed for unsigned, library calls, shared
// stores to what a private pointer leads to.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <upc_relaxed.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stddef.h>
struct inner { int n; long m; };
struct outer { struct inner in; char tag; unsigned u; struct outer *next; int *at; };
union both { int i; float f; struct inner s; };
shared [64] int a[64 * THREADS];
shared [64] long la[64 * THREADS];
shared [64] char ca[64 * THREADS];
static struct outer g, h;
static struct outer *gp = &g;
static const long expected[] = {74, 85, 85, 85, 85, 85, 152, 103, 103, 88, 88, 62, 140, 412, 278, 1558522, 63, 9118, 136, 136, 149, 149, 172, 202, 455, 21, 3, 281, 163, 149, 27011383335, 2470489928160001};
static int seen, wrong;
static void compare(const char *function, long found)
{
    if (found != expected[seen]) wrong++, printf("%s: %ld, not %ld\n", function, found, expected[seen]);
    seen++;
}
#define OUT(x) compare(__func__, (long)(x))
#define N __attribute__((noinline)) static

// Each function has a loop whose bound, or whose constants, stand in private memory that something
// in the loop changes.
N void f1(struct outer *p, char *c) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 5) c[0] = 3; } OUT(s); }
N void f2(struct outer *p, struct inner *q) { long s = 0; struct inner z = {4, 4}; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 6) *q = z; } OUT(s); }
N void f3(struct outer *p, struct outer *q, struct outer *o) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 6) *q = *o; } OUT(s); }
N void f4(struct outer *p, int *q) { long s = 0; for (unsigned i = 0; i < p->u; i++) { s += a[i]; if (i == 6) *q = 7; } OUT(s); }
N void f6(union both *p, float *q) { long s = 0; for (int i = 0; i < p->i; i++) { s += a[i]; if (i == 6) p->f = 0; } OUT(s); }
N void f7(struct outer *p, void *q) { long s = 0; int v = 2; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 6) memcpy(q, &v, sizeof v); } OUT(s); }
N void f8(struct outer *p, struct outer **q) { long s = 0; for (int i = 0; i < p->next->in.n; i++) { s += a[i]; if (i == 6) *q = &h; } OUT(s); }
N void f9(struct outer *p) { long s = 0; for (int i = 0; i < *p->at; i++) { s += a[i]; if (i == 6) p->in.n = 8; } OUT(s); }
N void f10(struct outer *p, int **q, int *o) { long s = 0; for (int i = 0; i < *p->at; i++) { s += a[i]; if (i == 6) *q = o; } OUT(s); }
N void f11(shared [64] int *x) { int *n = (int *)&a[64 * MYTHREAD + 3]; long s = 0; *n = 40; for (int i = 0; i < *n; i++) { s += la[i]; if (i == 7) x[3] = 9; } OUT(s); }
N void f12(shared [64] char *x) { int *n = (int *)&ca[64 * MYTHREAD + 4]; long s = 0; *n = 40; for (int i = 0; i < *n; i++) { s += la[i]; if (i == 7) x[4] = 9; } OUT(s); }
N void f13(void) { long s = 0; for (int i = 0; i < gp->in.n; i++) { s += a[i]; if (i == 4) g.in.n = 6; } OUT(s); }
N void f14(void) { long s = 0; for (int i = 0; i < gp->in.n; i++) { s += a[i]; if (i == 4) gp = &h; } OUT(s); }
N void f15(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; a[i]++; if (i == 4) { struct outer *z = p; z->in.n--; } } OUT(s); }
N void f16(struct outer *p) { long s = 0; const int at = p->in.n; for (int i = 0; i < 10; i++) { p->in.n = i; s += a[at + i] + a[p->in.n]; } OUT(s); }
N void f17(struct outer *p) { long s = 0; for (int i = 0; i < 10; i++) { const int at = p->in.n; p->in.n += 2; s += a[at]; s = s * 3 + a[at + 1]; } OUT(s); }
N void f18(int *restrict r, int *x) { long s = 0; for (int i = 0; i < *r; i++) { s += a[i]; if (i == 3) r[0] = 5; x[1] += i; } OUT(s); }
N void f19(struct outer *p, int k) { long s = 0; int off = k; const int at = off + 1; for (int i = 0; i < 8; i++) { off += 5; s = 2 * s + a[at + i] + a[off]; } OUT(s); }
N void f20(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { int *q = (int *)p; s += a[i]; if (i == 9) q[0] = 11; } OUT(s); }
N void f21(struct outer *p, int (*q)[4]) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) q[0][0] = 11; } OUT(s); }
N void f22(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) upc_memget(&p->in.n, &a[2], sizeof(int)); } OUT(s); }
N void f23(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) sscanf("12", "%d", &p->in.n); } OUT(s); }
N void f24(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) __atomic_store_n(&p->in.n, 13, __ATOMIC_RELAXED); } OUT(s); }
N void f25(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) __asm__ volatile("" : "=r"(p->in.n) : "0"(14)); } OUT(s); }
N void f26(volatile struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; } OUT(s); }
N void f27(struct outer *p) { long s = 0; int i; for (i = 0; i < p->in.n; i++, p = p->next) s += a[i]; OUT(s); OUT(i); }
N void f28(int n) { struct { int n; } s1 = {n}; int *q = &s1.n; long s = 0; for (int i = 0; i < s1.n; i++) { s += a[i]; if (i == 3) *q = 20; } OUT(s); }
N void f29(long n, shared [64] long *x) { struct outer *p = malloc(sizeof *p); p->in.m = n; long s = 0; for (long i = 0; i < p->in.m; i++) { s += x[i]; x[i] = s; *(long *)((char *)p + offsetof(struct outer, in.m)) = n - i; } OUT(s); free(p); }
static void set(struct outer *p, int n) { p->in.n = n; }
N void f30(struct outer *p) { long s = 0; for (int i = 0; i < p->in.n; i++) { s += a[i]; if (i == 9) set(p, 12); } OUT(s); }
N void f31(struct outer *p) { long s = 0; for (int i = 0; i < 30; i++) { const int at = p->in.n - i; { const int at = i; s = s * 2 + a[at]; } s += a[at]; } OUT(s); }
N void f32(struct outer *p) { long s = 0; for (int i = 0; i < 30; i++) { const unsigned char at = i * 30; s = s * 3 + a[at % 64 + at / 128]; const short sh = (short)(i * 4000); if (sh >= 0) s += a[sh % 64]; const _Bool b = i; s += a[b + i]; const int fl = i * 0.5; s += a[fl + 1]; } OUT(s); }
int main(void)
{
    for (int i = MYTHREAD * 64; i < MYTHREAD * 64 + 64; i++) a[i] = i * 7 % 31, la[i] = i * 5 % 23;
    upc_barrier;
    if (MYTHREAD == 0) {
        struct outer o = {{30, 30}, 0, 30, &g, 0}, o2 = {{5, 5}, 0, 5, &h, 0};
        g = h = o; h.in.n = 12; g.next = &h; h.next = &g;
#define R o.in.n = 30, o.in.m = 30, o.u = 30, o.next = &g, o.at = &o.in.n, g.in.n = 30, h.in.n = 12, gp = &g
        R; f1(&o, (char *)&o); R; f2(&o, &o.in); R; f3(&o, &o, &o2); R; f4(&o, (int *)&o.u);
        union both b; b.i = 30; f6(&b, &b.f); R; f7(&o, &o); R; f8(&o, &o.next); R; f9(&o); R; int eight = 8; f10(&o, &o.at, &eight);
        f11(a + 64 * MYTHREAD); f12(ca + 64 * MYTHREAD); R; f13(); R; f14(); R; f15(&o); R; o.in.n = 3; f16(&o); R; o.in.n = 3; f17(&o);
        int two[2] = {30, 30}; f18(two, two); R; f19(&o, 2); R; f20(&o); R; f21(&o, (int (*)[4])(void *)&o); R; a[2] = 12; f22(&o); R; f23(&o); R; f24(&o); R; f25(&o); R; f26(&o);
        R; g.next = &h; h.next = &o2; o2.in.n = 2; f27(&o); f28(10); f29(30, la); R; f30(&o); R; f31(&o); f32(&o);
    }
    upc_barrier;
    if (MYTHREAD == 0 && !wrong && seen == sizeof expected / sizeof *expected) puts("pass");
    return 0;
}
