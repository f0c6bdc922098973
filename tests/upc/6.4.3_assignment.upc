// 6.4.3: assignments through shared lvalues: simple, compound, ++ and --, of every arithmetic type,
// with conversions; their values; each operand evaluated once.
#include "check.h"
#include <complex.h>

#define TYPES(X)                                                                                                           \
    X(char) X(signed char) X(unsigned char) X(short) X(unsigned short) X(int) X(unsigned) X(long) X(unsigned long)         \
    X(long long) X(unsigned long long) X(float) X(double) X(long double)
#define INTEGERS(X)                                                                                                        \
    X(char) X(signed char) X(unsigned char) X(short) X(unsigned short) X(int) X(unsigned) X(long) X(unsigned long)         \
    X(long long) X(unsigned long long)

static int calls;
static int once(int i)
{
    calls++;
    return i;
}

// Each thread uses the element of its right neighbour, so that accesses are remote where there is
// more than one.
#define ARITHMETIC(T)                                                                                                      \
    {                                                                                                                      \
        static shared T x[THREADS];                                                                                        \
        static shared [3] T y[3 * THREADS];                                                                                \
        const int i = (MYTHREAD + 1) % THREADS;                                                                            \
        T local = 0;                                                                                                       \
        CHECK(x[i] == 0);                                                                                                  \
        CHECK((x[i] = 20) == 20);                                                                                          \
        CHECK((x[i] += 5) == 25);                                                                                          \
        CHECK((x[i] -= 1) == 24);                                                                                          \
        CHECK((x[i] *= 3) == 72);                                                                                          \
        CHECK((x[i] /= 2) == 36);                                                                                          \
        CHECK(x[i]++ == 36);                                                                                               \
        CHECK(++x[i] == 38);                                                                                               \
        CHECK(x[i]-- == 38);                                                                                               \
        CHECK(--x[i] == 36);                                                                                               \
        local = x[i];                                                                                                      \
        CHECK(local == 36);                                                                                                \
        calls = 0;                                                                                                         \
        x[once(i)] += 4;                                                                                                   \
        x[once(i)]++;                                                                                                      \
        --x[once(i)];                                                                                                      \
        CHECK_EQ(calls, 3);                                                                                                \
        y[3 * i + 2] = y[3 * i + 1] = y[3 * i] = x[i];                                                                     \
        CHECK(y[3 * i + 2] == 40);                                                                                         \
        shared [3] T *p = &y[3 * i];                                                                                       \
        *p++ = 1, *p = 2, *++p = 3;                                                                                        \
        CHECK(y[3 * i] == 1 && y[3 * i + 1] == 2 && y[3 * i + 2] == 3);                                                    \
        CHECK(*p-- == 3 && *p == 2);                                                                                       \
        x[i] = 3.75;                                                                                                       \
        CHECK(x[i] == (T)3.75);                                                                                            \
        CHECK(x[i] && !!x[i] && (x[i] ? 1 : 0) && -(-x[i]) == x[i] && +x[i] > 2);                                          \
    }
#define BITS(T)                                                                                                            \
    {                                                                                                                      \
        static shared T x[THREADS];                                                                                        \
        const int i = (MYTHREAD + 1) % THREADS;                                                                            \
        x[i] = 0x5a;                                                                                                       \
        CHECK((x[i] &= 0x3c) == 0x18);                                                                                     \
        CHECK((x[i] |= 0x41) == 0x59);                                                                                     \
        CHECK((x[i] ^= 0x0f) == 0x56);                                                                                     \
        CHECK((x[i] <<= 1, x[i]) == (T)0xac);                                                                              \
        x[i] = 0x56;                                                                                                       \
        CHECK((x[i] >>= 2) == 0x15);                                                                                       \
        CHECK((x[i] %= 8) == 5);                                                                                           \
        CHECK((T)~x[i] == (T)~5);                                                                                          \
    }

static shared _Bool truth[THREADS];
static shared float complex fz[THREADS];
static shared double complex dz[THREADS];
static shared __int128 huge[THREADS];
enum kind { NONE, SOME, MANY };
static shared enum kind kinds[THREADS];

int main(void)
{
    const int i = (MYTHREAD + 1) % THREADS;
    TYPES(ARITHMETIC)
    INTEGERS(BITS)
    truth[i] = 5;
    CHECK_EQ(truth[i], 1);
    truth[i] &= 2;
    CHECK_EQ(truth[i], 0);
    fz[i] = 1.0f + 2.0f * I;
    fz[i] *= I;
    CHECK(crealf(fz[i]) == -2 && cimagf(fz[i]) == 1);
    dz[i] = fz[i];
    dz[i] += 1;
    CHECK(creal(dz[i]) == -1 && cimag(dz[i]) == 1 && dz[i] == -1 + 1 * I);
    huge[i] = (__int128)1 << 100;
    huge[i] += 7;
    CHECK(huge[i] >> 98 == 4 && (int)huge[i] == 7);
    kinds[i] = MANY;
    kinds[i]--;
    CHECK_EQ(kinds[i], SOME);
    switch (kinds[i]) {
    case SOME: break;
    default: CHECK(!"switch on a shared value");
    }
    PASS();
    return 0;
}
