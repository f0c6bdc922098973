// Code for several nodes on one: every kind of access, to own and to other processes' memory, gives
// what C gives for private data.
// env: POLDER_FAR_TEST=1
// flags: -O1 -fopenmp
// variants: plain: -O0 -fopenmp
// requires: openmp
// sanitize: no (assembly and unions are looked at as bytes)
#include <upc_relaxed.h>
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int wrong;
#define CHECK(x) ((x) ? 0 : (wrong++, printf("thread %d, line %d: %s\n", MYTHREAD, __LINE__, #x)))

typedef int vec __attribute__((vector_size(16)));
struct inner { short h[3]; char c; };
struct all {
    char c;
    struct { unsigned low : 3, mid : 11; long long wide : 40; int : 0; signed tail : 5; };
    struct inner in[2];
    double _Complex z;
    vec v;
    long double ld;
    __int128 big;
    _Bool flag;
    shared [3] int *blocked;
    shared int *plain;
    int *local;
};
shared struct all a[2 * THREADS];
strict shared struct all s[THREADS];
shared [3] int block[9 * THREADS];
shared volatile short vol[THREADS];
shared _Bool truth[THREADS];
shared enum { red, green, blue } colour[THREADS];
shared [3] int *shared where[THREADS];
shared double _Complex z[THREADS];
shared long sum;

static int once_count;
static int once(int i) { once_count++; return i; }

static void bit_fields(int t)
{
    struct all p = {0};
    for (int i = 0; i < 4; i++) {
        a[t].low = p.low = (unsigned)i * 3;
        CHECK((a[t].mid = 2047u + (unsigned)i) == (p.mid = 2047u + (unsigned)i));
        a[t].wide -= (1LL << 38) + i, p.wide -= (1LL << 38) + i;
        CHECK((a[once(t)].low += 5) == (p.low += 5));
        CHECK(a[once(t)].mid++ == p.mid++ && --a[t].tail == --p.tail);
        CHECK((a[t].tail <<= 1) == (p.tail <<= 1));
        CHECK(a[t].low == p.low && a[t].mid == p.mid && a[t].wide == p.wide && a[t].tail == p.tail);
        s[t].mid = (unsigned)i, s[t].mid += 2000, s[t].low--;
        CHECK(s[t].mid == (2000u + (unsigned)i) % 2048 && s[t].low == (7u - (unsigned)i) % 8);
    }
    CHECK(once_count == 8);
    once_count = 0;
    s[t].low = 0;
    a[t].wide = 0, a[t].tail = 0;
}

static void members(int t)
{
    a[t].in[1].h[2] = 7;
    shared struct all *p = &a[t];
    p->in[1].h[once(2)] *= 3;
    CHECK(a[t].in[1].h[2] == 21 && p->in[1].h[2]++ == 21 && once_count == 1);
    once_count = 0;
    struct inner in = p->in[1];
    CHECK(in.h[2] == 22);
    in.c = 'x';
    p->in[0] = in;
    CHECK(a[t].in[0].c == 'x' && (p->in[1] = p->in[0]).c == 'x' && a[t].in[1].c == 'x');
    const struct all whole = *p;
    CHECK(whole.in[0].h[2] == 22 && memcmp(&whole.in[0], &in, sizeof in) == 0);
    a[t] = a[t];
    p->flag = 5;
    CHECK(p->flag == 1 && p->flag-- == 1 && !p->flag);
    s[t].in[1] = in;
    CHECK(s[t].in[1].c == 'x');
    s[t] = whole;
    CHECK(s[t].in[1].h[2] == 22 && (s[t].c += 3) == 3);
}

static void parts(int t)
{
    a[t].z = 1 + 2 * I;
    a[t].z *= a[t].z;
    CHECK(a[t].z == -3 + 4 * I && __real__ a[t].z == -3 && __imag__ a[t].z == 4);
    __imag__ z[t] = 5, __real__ z[t] = 1;
    __imag__ z[t] += 1;
    CHECK(z[t] == 1 + 6 * I);
    a[t].v = (vec){1, 2, 3, 4};
    a[t].v += (vec){1, 1, 1, 1};
    a[t].v[2] *= 10, a[t].v[once(3)]++;
    const vec v = a[t].v;
    CHECK(v[0] == 2 && v[2] == 40 && v[3] == 6 && a[t].v[1] == 3 && once_count == 1);
    once_count = 0;
    s[t].v[1] = 9, s[t].v[1] += 2;
    CHECK(s[t].v[1] == 11);
    a[t].ld = 1.25L, a[t].ld /= 2, a[t].big = (__int128)1 << 100, a[t].big++;
    CHECK(a[t].ld == 0.625L && a[t].big == ((__int128)1 << 100) + 1);
    s[t].ld = a[t].ld, s[t].big = a[t].big;
    CHECK(s[t].ld == 0.625L && --s[t].big == (__int128)1 << 100);
    vol[t] = 3, vol[t] <<= 2;
    CHECK(vol[t]++ == 12 && vol[t] == 13);
    truth[t] = 7, truth[t] += 1;
    CHECK(truth[t] == 1);
    colour[t] = green, colour[t]++;
    CHECK(colour[t] == blue);
}

static void pointers(int t)
{
    a[t].plain = &block[0] == 0 ? 0 : (shared int *)&a[t].c;
    a[t].blocked = &block[4], where[t] = &block[1];
    CHECK(a[t].blocked++ == &block[4] && a[t].blocked == &block[5] && upc_phaseof(a[t].blocked) == 2);
    CHECK((where[t] += 4) == &block[5] && where[t] - a[t].blocked == 0 && *where[t] == block[5]);
    where[t]--, --where[t];
    CHECK(where[t] == &block[3] && upc_phaseof(where[t]) == 0 && where[t]);
    *where[t] = 50 + t, where[t][1] = 60 + t;
    CHECK(block[3] == 50 + t && block[4] == 60 + t && *(where[t] + 1) == 60 + t);
    a[t].local = &once_count;
    CHECK(a[t].local && *a[t].local == 0);
    a[t].plain = 0;
    CHECK(!a[t].plain && (int *)a[t].plain == 0);
    int *mine = (int *)&block[3 * MYTHREAD];
    *mine = 77, mine[2] = 79;
    CHECK(block[3 * MYTHREAD] == 77 && block[3 * MYTHREAD + 2] == 79);
}

static int counted(const char **name)
{
    static int calls = 3;
    static const char *const names[] = {"none", "one"};
    for (int i = 0; i < 1; i++)
        sum += 0;
    *name = names[1];
    return ++calls;
}

static int variadic(int n, ...)
{
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        block[3 * MYTHREAD] += va_arg(list, int);
    va_end(list);
    return block[3 * MYTHREAD];
}

static int old_style(t, x)
    int t; double x;
{
    for (int i = 0; i < 2; i++)
        vol[t] = (short)x;
    return vol[t] + strcmp(__func__, "old_style");
}

static int recursive(int n, int unused) { return n ? a[n % THREADS].c + recursive(n - 1, 0) : a[0].c * 0; }

int main(void)
{
    for (int t = 0; t < THREADS; t++) {
        if (MYTHREAD == (t + 1) % THREADS) {
            bit_fields(t);
            members(t);
            parts(t);
        }
        upc_barrier;
        if (MYTHREAD == (t + 1) % THREADS && THREADS > 1)
            pointers(t);
        upc_barrier;
    }
    const char *name = "";
    int (*volatile indirect)(const char **) = counted;
    CHECK(counted(&name) == 4 && indirect(&name) == 5 && strcmp(name, "one") == 0);
    block[3 * MYTHREAD] = 1;
    CHECK(variadic(3, 1, 2, 3) == 7);
    CHECK(old_style((MYTHREAD + 1) % THREADS, 6.5) == 6);
    upc_barrier;
    a[MYTHREAD].c = 2;
    upc_barrier;
    CHECK(recursive(5, 1) == 10);
    int last = (MYTHREAD + 1) % THREADS;
    vol[last] = 40;
    __asm__("" : "+r"(vol[once(last)]));
    __asm__("" : "=r"(a[last + THREADS].in[0].h[0]) : "0"((short)41));
    CHECK(vol[last] == 40 && a[last + THREADS].in[0].h[0] == 41 && once_count == 1);
    upc_barrier;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
        a[MYTHREAD].big += i;
#pragma omp critical
        a[MYTHREAD].ld++;
    }
    CHECK(a[MYTHREAD].big == ((__int128)1 << 100) + 1 + 4950 && a[MYTHREAD].ld == 100.625L);
    static shared int failed;
    upc_barrier;
    if (wrong)
        failed = 1;
    upc_barrier;
    if (MYTHREAD == 0 && !failed)
        puts("pass");
    return 0;
}
