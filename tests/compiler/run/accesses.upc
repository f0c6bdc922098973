// Every operator on shared lvalues, relaxed and strict, of every kind of type; each operand is
// evaluated once.
#include <complex.h>
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;
static int calls;
static int once(int i) { calls++; return i; }

struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; int plain; _Bool flag : 1; };
struct big { long v[6]; double d; };
typedef int quad __attribute__((vector_size(16)));

#define OBJECTS(Q, P)                                                                                                              \
    Q shared int P##i[4 * THREADS];                                                                                                \
    Q shared unsigned char P##c;                                                                                                   \
    Q shared double P##d;                                                                                                          \
    Q shared long double P##l;                                                                                                     \
    Q shared _Bool P##t;                                                                                                           \
    Q shared struct bits P##b;                                                                                                     \
    Q shared struct big P##s[2 * THREADS];                                                                                         \
    Q shared double _Complex P##z;                                                                                                 \
    Q shared __int128 P##w;                                                                                                        \
    Q shared int *shared P##p;                                                                                                     \
    Q shared [3] int P##g[9 * THREADS];                                                                                            \
    shared [3] int *Q shared P##h;                                                                                                 \
    Q shared volatile short P##v;                                                                                                  \
    Q shared quad P##q;                                                                                                            \
    Q shared float P##f

#define CHECKS(name, P)                                                                                                            \
    static void name(void) {                                                                                                       \
        struct big other = {{1, 2, 3, 4, 5, 6}, 7}, back;                                                                          \
        int n;                                                                                                                     \
        calls = 0;                                                                                                                 \
        P##i[once(1)] = 5;                                                                                                         \
        P##i[once(1)] += 3;                                                                                                        \
        P##i[once(1)] <<= 1;                                                                                                       \
        n = P##i[once(1)]++ + --P##i[once(1)];                                                                                     \
        CHECK(calls == 5 && n == 32 && P##i[1] == 16 && (P##i[2] = P##i[1] -= 6) == 10 && P##i[2] == 10);                         \
        CHECK((P##c = 300) == 44 && (P##c += 250) == 38 && P##c++ == 38 && ++P##c == 40 && ~P##c == -41 && -P##c == -40);        \
        P##d = 1;                                                                                                                  \
        P##d /= 4;                                                                                                                 \
        P##d++;                                                                                                                    \
        P##l = 2.5L;                                                                                                               \
        P##l *= 2;                                                                                                                 \
        CHECK(P##d == 1.25 && P##l == 5.0L && (P##t = 7) == 1 && P##t && !--P##t);                                               \
        P##b.a = 9;                                                                                                                \
        P##b.b = -3;                                                                                                               \
        P##b.c = 1UL << 39;                                                                                                        \
        P##b.plain = 6;                                                                                                            \
        P##b.b -= 4;                                                                                                               \
        CHECK(P##b.a == 1 && P##b.b == -7 && P##b.c >> 39 == 1 && P##b.a++ == 1 && ++P##b.a == 3 && (P##b.a = 12) == 4);        \
        CHECK((P##b.flag = 4) == 1 && P##b.plain-- == 6 && P##b.plain == 5);                                                      \
        P##s[1] = other;                                                                                                           \
        P##s[once(0)] = P##s[1];                                                                                                   \
        back = P##s[0];                                                                                                            \
        P##s[0].v[2] *= 10;                                                                                                        \
        CHECK(back.v[5] == 6 && P##s[0].v[2] == 30 && P##s[1].d == 7 && (P##s[1] = P##s[0]).v[2] == 30 && sizeof(P##s[0]) == 56); \
        P##z = 1 + 2 * I;                                                                                                          \
        P##z *= I;                                                                                                                 \
        CHECK(creal(P##z) == -2 && cimag(P##z) == 1);                                                                            \
        P##w = (__int128)1 << 100;                                                                                                 \
        P##w += 1;                                                                                                                 \
        CHECK(P##w >> 100 == 1 && (int)P##w == 1);                                                                               \
        P##p = &P##i[0];                                                                                                           \
        P##p++;                                                                                                                    \
        *P##p = 77;                                                                                                                \
        CHECK(P##i[1] == 77 && *P##p++ == 77 && P##p - P##i == 2 && *--P##p == 77 && (P##p += 3) == &P##i[4] && P##p);         \
        for (n = 0; n < 9; n++) P##g[n] = n;                                                                                       \
        P##h = P##g;                                                                                                               \
        CHECK(*P##h++ == 0 && *P##h == 1 && *(P##h += 4) == 5 && upc_phaseof(P##h) == 2 && P##h[-1] == 4 && *--P##h == 4);       \
        P##v = 3;                                                                                                                  \
        P##v |= 4;                                                                                                                 \
        CHECK(P##v == 7 && (P##v ? 1 : 0) && (P##v, 5) == 5 && P##v % 4 == 3);                                                    \
        P##q = (quad){1, 2, 3, 4};                                                                                                 \
        P##q += (quad){1, 1, 1, 1};                                                                                                \
        P##q[2] = 9;                                                                                                               \
        CHECK(P##q[3] == 5 && P##q[2] == 9);                                                                                     \
        P##f = 0.5f;                                                                                                               \
        P##f -= 0.25;                                                                                                              \
        CHECK(P##f == 0.25f && (int)(P##f * 8) == 2);                                                                            \
    }

OBJECTS(relaxed, r);
OBJECTS(strict, s);
CHECKS(check_relaxed, r)
CHECKS(check_strict, s)

int main(void) {
    if (MYTHREAD == THREADS - 1) {
        check_relaxed();
        check_strict();
        if (!failed) printf("pass\n");
    }
    return failed;
}
