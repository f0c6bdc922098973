// 6.5.1: shared data of every type: values written by one thread and read by another, in a cyclic,
// a blocked and an indefinite array and in a scalar.
#include "check.h"
#include <complex.h>
#include <string.h>

typedef struct {
    char c[3];
    int i;
    double d;
} record;
typedef union {
    int i;
    double d;
    char c[24];
} variant;
typedef float vector __attribute__((vector_size(16)));
typedef int (*function)(int);
typedef struct {
    char c;
} __attribute__((packed)) tiny;
typedef struct {
    char a;
    long b;
} __attribute__((packed)) packed;

static record make_record(int i) { return (record){{(char)i, 'x', 0}, 1000 * i, i / 4.0}; }
static variant make_variant(int i)
{
    variant v;
    memset(&v, i, sizeof v);
    return v;
}
static vector make_vector(int i) { return (vector){i, i + 1, i + 2, i + 3}; }
static int add_one(int i) { return i + 1; }

#define NUMBER(i) ((i) % 100 + 3)
#define ALL(X)                                                                                                             \
    X(char, c, NUMBER(i)) X(unsigned char, uc, 200 + i % 50) X(short, s, -300 * NUMBER(i)) X(unsigned, u, 4000000000u + i) \
    X(long, l, -5000000000l * i) X(unsigned long long, ull, ~(unsigned long long)i) X(float, f, i / 8.0f)                  \
    X(double, d, i / 64.0) X(long double, ld, i + 0.25L) X(float complex, fc, i + 2.0f * I)                                \
    X(double complex, dc, i - 3.0 * I) X(_Bool, b, i % 2) X(__int128, wide, (__int128)i << 90) X(record, r, make_record(i)) \
    X(variant, v, make_variant(i)) X(vector, vec, make_vector(i)) X(tiny, t, (tiny){(char)i})      \
    X(packed, p, ((packed){(char)i, 1l << 40 | i}))

#define DECLARE(T, name, value)                                                                                            \
    shared T name##_cyclic[5 * THREADS];                                                                                   \
    shared [4] T name##_blocked[9 * THREADS];                                                                              \
    shared [] T name##_all[7];                                                                                             \
    shared T name##_scalar;                                                                                                \
    static int same_##name(T x, int i)                                                                                     \
    {                                                                                                                      \
        T y = value;                                                                                                       \
        char a[sizeof(T)], b[sizeof(T)];                                                                                   \
        memset(a, 0, sizeof a), memset(b, 0, sizeof b);                                                                    \
        if (#name[0] == 'l' && #name[1] == 'd') return memcmp(&x, &y, 10) == 0; /* the rest is padding */                  \
        if (#name[0] == 'r') return ((char *)&x)[0] == ((char *)&y)[0] && memcmp((char *)&x + 4, (char *)&y + 4, 12) == 0; \
        return memcmp(&x, &y, sizeof x) == 0;                                                                              \
    }
#define FILL(T, name, value)                                                                                               \
    {                                                                                                                      \
        for (int i = (MYTHREAD + 1) % THREADS; i < 5 * THREADS; i += THREADS) name##_cyclic[i] = value;                    \
        for (int i = (MYTHREAD + 2) % THREADS; i < 9 * THREADS; i += THREADS) name##_blocked[i] = value;                   \
        for (int i = MYTHREAD; i < 7; i += THREADS) name##_all[i] = value;                                                 \
        int i = 77;                                                                                                        \
        if (MYTHREAD == THREADS - 1) name##_scalar = value;                                                                \
    }
#define VERIFY(T, name, value)                                                                                             \
    {                                                                                                                      \
        for (int i = 0; i < 5 * THREADS; i++) CHECK(same_##name(name##_cyclic[i], i));                                     \
        for (int i = 0; i < 9 * THREADS; i++) CHECK(same_##name(name##_blocked[i], i));                                    \
        for (int i = 0; i < 7; i++) CHECK(same_##name(name##_all[i], i));                                                  \
        CHECK(same_##name(name##_scalar, 77));                                                                             \
        CHECK_EQ(upc_threadof(&name##_scalar), 0);                                                                         \
        CHECK_EQ((unsigned long)upc_addrfield(&name##_blocked[0]) % _Alignof(T), 0);                                       \
    }

ALL(DECLARE)
shared function fn[2 * THREADS]; // a function's address need not mean anything to another thread

int main(void)
{
    ALL(FILL)
    upc_barrier;
    ALL(VERIFY)
    fn[MYTHREAD] = add_one;
    CHECK_EQ(fn[MYTHREAD](5), 6);
    CHECK_EQ((*fn[MYTHREAD])(7), 8);
    CHECK(fn[THREADS + MYTHREAD] == NULL);
    CHECK_EQ(r_blocked[3].i, 3000);
    CHECK(v_scalar.c[5] == 77 && vec_scalar[2] == 79 && creal(dc_all[4]) == 4);
    PASS();
    return 0;
}
