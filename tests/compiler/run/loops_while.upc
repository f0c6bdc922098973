// Loops whose step is a statement of the body, and blocks too short for runs: with steps of any
// length and direction, what they read and write is what single accesses through functions do.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 60 };

static int wrong;
#define CHECK(condition) ((condition) ? 0 : (wrong++, fprintf(stderr, "%s:%d on %d\n", __FILE__, __LINE__, MYTHREAD)))

shared [64] int wide[64 * THREADS], other[64 * THREADS];
shared int cyclic[N * THREADS];
shared [2] int a2[N * THREADS];
shared [3] int a3[N * THREADS];
shared [5] int a5[N * THREADS];
shared [7] int a7[N * THREADS];
shared [5] struct { char c; long v[2]; } records[N * THREADS];
shared [3] short rows[THREADS][N];

static int value(long i) { return (int)(i * 7 % 1001); }
static int wide_at(long i) { return wide[i]; }

static int while_up(int n)
{
    int i = 3, s = 0;
    while (i < n) {
        s += wide[i] * (i & 3);
        i++;
    }
    CHECK(i == (n > 3 ? n : 3));
    return s;
}

static int while_down(long i)
{
    int s = 0, k = 0;
    while (i >= 2) {
        s += wide[i] + k;
        i -= 3;
        k++;
    }
    CHECK(i < 2 && i > -2);
    return s;
}

static int without_step(unsigned n)
{
    unsigned i;
    int s = 0;
    for (i = 1; i < n;) {
        s += wide[i] - other[i + 2];
        i = i + 2;
    }
    return s + (int)i;
}

static int left(int n, int at)
{
    int i = 0;
    while (i < n) {
        if (wide[i] == at) break;
        i++;
    }
    return i;
}

static int returned(int n, int at)
{
    int i = 0;
    while (i < n) {
        if (wide[i] == at) return i;
        i++;
    }
    return -1;
}

static int continued(int n)
{
    int i = 0, s = 0;
    while (i < n) {
        if (wide[i] & 1) {
            i += 2;
            continue;
        }
        s += wide[i];
        i++;
    }
    return s;
}

static int left_behind(int n)
{
    int i = 0, s = 0;
    while (i < n) {
        s += wide[i];
        i++;
        if (s > 500) break;
    }
    return i;
}

static int read_behind(int n)
{
    int i = 0, s = 0;
    while (i < n) {
        i++;
        s += wide[i];
    }
    return s;
}

static unsigned both(int n)
{
    int i = 0;
    unsigned s = 0;
    while (i < n) {
        int k = 0;
        while (k < 4) {
            s = s * 3 + (unsigned)(cyclic[k] + wide[i + k]);
            k++;
        }
        i += THREADS;
    }
    return s;
}

static void copied(shared [64] int *to, shared int *from, int n)
{
    int i = 0;
    while (n > i) {
        to[i] = from[i];
        ++i;
    }
}

static int in_switch(int n, int at)
{
    int i = 0, s = 0;
    while (i < n) {
        switch (wide[i] % 3) {
        case 0: s += 5; break;
        case 1: s += at;
        default: s -= 1;
        }
        i++;
    }
    return s;
}

static void whiles(void)
{
    const int n = 64 * THREADS - 4;
    int s = 0, t = 0, k = 0;
    for (int i = 3; i < n; i++) s += wide_at(i) * (i & 3);
    CHECK(while_up(n) == s && while_up(2) == 0);
    s = 0;
    for (int i = n; i >= 2; i -= 3) s += wide_at(i) + k++;
    CHECK(while_down(n) == s && while_down(1) == 0);
    s = 0;
    unsigned u;
    for (u = 1; u < (unsigned)n; u += 2) s += wide_at(u) - value(u + 3);
    CHECK(without_step((unsigned)n) == s + (int)u);
    for (k = 0; wide_at(k) != value(40); k++) continue;
    CHECK(left(n, value(40)) == k && returned(n, value(40)) == k && left(n, -1) == n && returned(n, -1) == -1);
    s = 0;
    for (int i = 0; i < n;) {
        const int v = wide_at(i);
        if (v & 1) {
            i += 2;
        } else {
            s += v;
            i++;
        }
    }
    CHECK(continued(n) == s);
    s = t = 0;
    for (int i = 0; i < n && t <= 500; i++) t += wide_at(i), s = i + 1;
    CHECK(left_behind(n) == s);
    s = 0;
    for (int i = 1; i <= n; i++) s += wide_at(i);
    CHECK(read_behind(n) == s);
    u = 0;
    for (int i = 0; i < n; i += THREADS)
        for (k = 0; k < 4; k++) u = u * 3 + (unsigned)(value(k + 2) + wide_at(i + k));
    CHECK(both(n) == u);
    s = 0;
    for (int i = 0; i < n; i++) s += wide_at(i) % 3 == 0 ? 5 : wide_at(i) % 3 == 1 ? 5 : -1;
    CHECK(in_switch(n, 6) == s);
}

/* Every step that is shorter than the block, both ways, through the array, through a pointer into the middle of a block, and behind a condition. */
#define SHORT(B)                                                                                                                                      \
    static int get##B(long i) { return a##B[i]; }                                                                                                     \
    static unsigned through##B(shared [B] int *p, int from, int n, int least)                                                                              \
    {                                                                                                                                                 \
        unsigned s = 0;                                                                                                                               \
        for (int i = from; i < n; i++)                                                                                                                \
            if (i >= least) s = s * 5 + p[i] - p[i + 1];                                                                                              \
        return s;                                                                                                                                     \
    }                                                                                                                                                 \
    static void short##B(void)                                                                                                                        \
    {                                                                                                                                                 \
        const int n = N * THREADS;                                                                                                                    \
        unsigned s, t;                                                                                                                                \
        if (MYTHREAD == 0)                                                                                                                            \
            for (int i = 0; i < n; i++) a##B[i] = value(i);                                                                                           \
        upc_barrier;                                                                                                                                  \
        for (int i = 0; i < n; i++) CHECK(get##B(i) == value(i));                                                                                     \
        s = t = 0;                                                                                                                                    \
        for (int i = n - 1; i >= 0; i--) s = s * 3 + a##B[i];                                                                                         \
        for (int i = n - 1; i >= 0; i--) t = t * 3 + get##B(i);                                                                                       \
        CHECK(s == t);                                                                                                                                \
        s = t = 0;                                                                                                                                    \
        for (int i = 1; 2 * i + 1 < n; i++) s = s * 3 + a##B[2 * i - 1] * a##B[2 * i + 1] + a##B[n - i];                                              \
        for (int i = 1; 2 * i + 1 < n; i++) t = t * 3 + get##B(2 * i - 1) * get##B(2 * i + 1) + get##B(n - i);                                        \
        CHECK(s == t);                                                                                                                                \
        s = t = 0;                                                                                                                                    \
        for (int i = n - 1; i > 3; i -= B - 1) s = s * 3 + a##B[i - 3];                                                                               \
        for (int i = n - 1; i > 3; i -= B - 1) t = t * 3 + get##B(i - 3);                                                                             \
        CHECK(s == t);                                                                                                                                \
        s = t = 0;                                                                                                                                    \
        for (int i = 4; i < n - 1; i++) t = t * 5 + get##B(i) - get##B(i + 1);                                                                        \
        CHECK(through##B(a##B, -9, n - 1, 4) == t && through##B(a##B + 4, -4, n - 5, 0) == t && through##B(&a##B[n / 2 + 1], -n, n - 2 - n / 2, 3 - n / 2) == t); \
        upc_barrier;                                                                                                                                  \
        int i = MYTHREAD;                                                                                                                             \
        while (i < n) {                                                                                                                               \
            a##B[i] += i;                                                                                                                             \
            i += THREADS;                                                                                                                             \
        }                                                                                                                                             \
        upc_barrier;                                                                                                                                  \
        for (int j = 0; j < n; j++) CHECK(get##B(j) == value(j) + j);                                                                                 \
    }
SHORT(2)
SHORT(3)
SHORT(5)
SHORT(7)

static void others(void)
{
    const int n = N * THREADS;
    long s = 0, t = 0;
    if (MYTHREAD == 0)
        for (int i = 0; i < n; i++) records[i].c = (char)i, records[i].v[1] = i * 3, rows[i / N][i % N] = (short)(i * 5);
    upc_barrier;
    for (int i = 0; i < n; i++) s += records[i].v[1] - records[i].c, t += i * 3 - (char)i;
    CHECK(s == t);
    for (int r = 0; r < THREADS; r++)
        for (int i = 0; i < N; i++) CHECK(rows[r][i] == (short)((r * N + i) * 5));
    s = 0;
    for (int i = 0; i < n; i++) s += a3[i] * a5[i] + a2[n - 1 - i] - a7[i];
    t = 0;
    for (int i = 0; i < n; i++) t += get3(i) * get5(i) + get2(n - 1 - i) - get7(i);
    CHECK(s == t);
}

int main(void)
{
    if (MYTHREAD == 0) {
        for (int i = 0; i < 64 * THREADS; i++) wide[i] = value(i), other[i] = value(i + 1);
        for (int i = 0; i < N * THREADS; i++) cyclic[i] = value(i + 2);
    }
    upc_barrier;
    whiles();
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        copied(other, cyclic, N);
        for (int i = 0; i < N; i++) CHECK(other[i] == value(i + 2));
    }
    short2();
    short3();
    short5();
    short7();
    others();
    upc_barrier;
    if (!wrong && MYTHREAD == 0) puts("pass");
    return wrong != 0;
}
