// Atomic memory operations: every operation on every type, strict and relaxed, with and without the
// value before, the operation a constant (done in place) and a variable (done by the library),
// random and extreme values, against the same in plain C. What integers do when they overflow is
// what the processor does: they wrap around.
#include "check.h"
#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <upc_atomic.h>
#include <upc_castable.h>

#define VALUES 24

shared long double room[THREADS]; // aligned for every type; a thread uses that of the next one
static uint64_t seed;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

#define ACCESS (UPC_GET | UPC_SET | UPC_CSWAP)
#define NUMERIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_MIN | UPC_MAX)
#define BITS (UPC_AND | UPC_OR | UPC_XOR)

// All ways to call for one operation: result and value before.
#define WAYS(op, T, a, b)                                                                                                  \
    for (int way = 0; way < 8; way++) {                                                                                    \
        const int fetches = way & 1 || (op) == UPC_GET;                                                                    \
        const upc_op_t variable = way & 2 ? (op) + opaque : 0;                                                             \
        const T untouched = (T)85, fetched = fetches ? start : untouched;                                                  \
        T got = untouched, now;                                                                                            \
        if (mine) *mine = start;                                                                                           \
        else *target = start;                                                                                              \
        if (way & 4) {                                                                                                     \
            if (way & 2) upc_atomic_strict(d, fetches ? &got : NULL, variable, target, a, b);                              \
            else upc_atomic_strict(d, fetches ? &got : NULL, op, target, a, b);                                            \
        } else {                                                                                                           \
            if (way & 2) upc_atomic_relaxed(d, fetches ? &got : NULL, variable, target, a, b);                             \
            else upc_atomic_relaxed(d, fetches ? &got : NULL, op, target, a, b);                                           \
        }                                                                                                                  \
        now = mine ? *mine : *target;                                                                                      \
        CHECK(memcmp(&got, &fetched, sizeof got) == 0);                                                                   \
        CHECK(memcmp(&now, &expected, sizeof now) == 0);                                                                   \
    }
#define ONE(op, T, a, b, result)                                                                                           \
    do {                                                                                                                   \
        const T expected = (result);                                                                                       \
        WAYS(op, T, a, b)                                                                                                  \
    } while (0)

#define DEFINE(NAME, T, TYPE, WRAP, INTEGER, LIST)                                                                         \
    static void check_##NAME(void)                                                                                         \
    {                                                                                                                      \
        const T values[VALUES] = LIST;                                                                                     \
        volatile upc_op_t zero_op = 0;                                                                                     \
        const upc_op_t opaque = zero_op;                                                                                   \
        upc_atomicdomain_t *const d = upc_all_atomicdomain_alloc(TYPE, ACCESS | NUMERIC | (INTEGER ? BITS : 0), 0);        \
        shared [] T *const target = (shared [] T *)&room[(MYTHREAD + 1) % THREADS];                                        \
        T *const mine = upc_cast(target);                                                                                  \
        CHECK_EQ(!mine, !upc_atomic_isfast(TYPE, UPC_ADD, target));                                                        \
        const int step = getenv("TEST_NODES") ? 37 : 1; /* each is some messages */                                         \
        for (int i = 0; i < VALUES; i += step)                                                                             \
            for (int j = 0; j < VALUES; j += step) {                                                                       \
                const T start = values[i], x = values[j], y = values[(i + j) % VALUES];                                    \
                ONE(UPC_GET, T, NULL, NULL, start);                                                                        \
                ONE(UPC_SET, T, &x, NULL, x);                                                                              \
                ONE(UPC_CSWAP, T, &x, &y, start == x ? y : start);                                                         \
                ONE(UPC_CSWAP, T, &start, &y, y);                                                                          \
                ONE(UPC_ADD, T, &x, NULL, (T)((WRAP)start + (WRAP)x));                                                     \
                ONE(UPC_SUB, T, &x, NULL, (T)((WRAP)start - (WRAP)x));                                                     \
                ONE(UPC_MULT, T, &x, NULL, (T)((WRAP)start * (WRAP)x));                                                    \
                ONE(UPC_INC, T, NULL, NULL, (T)((WRAP)start + 1));                                                         \
                ONE(UPC_DEC, T, NULL, NULL, (T)((WRAP)start - 1));                                                         \
                ONE(UPC_MIN, T, &x, NULL, x < start ? x : start);                                                          \
                ONE(UPC_MAX, T, &x, NULL, x > start ? x : start);                                                          \
                BITS_##INTEGER(T)                                                                                          \
            }                                                                                                              \
        upc_all_atomicdomain_free(d);                                                                                      \
    }
#define BITS_0(T)
#define BITS_1(T)                                                                                                          \
    ONE(UPC_AND, T, &x, NULL, start & x);                                                                                  \
    ONE(UPC_OR, T, &x, NULL, start | x);                                                                                   \
    ONE(UPC_XOR, T, &x, NULL, start ^ x);

#define RANDOM8 next_random(), next_random(), next_random(), next_random(), next_random(), next_random(), next_random(), next_random()
#define INTEGERS(least, most)                                                                                              \
    {0, 1, 2, 3, (least), (most), (least) + 1, (most)-1, (most) / 2, (least) / 2, 10, 100, 1 << 20, 12345, 255, 256, RANDOM8}
#define REALS(epsilon, most)                                                                                               \
    {0, -0.0, 1, -1, (epsilon), -(epsilon), (most), -(most), 0.5, 3, 1e10, -1e-10, 7, 8, 9, 1.0 / 3,                       \
     next_random() % 1000 * 0.1, next_random() % 1000 * -0.1, next_random() * 1.0, 2, 4, -8, 1e-20, -1e20}

DEFINE(int, int, UPC_INT, unsigned, 1, INTEGERS(INT_MIN, INT_MAX))
DEFINE(uint, unsigned, UPC_UINT, unsigned, 1, INTEGERS(0, UINT_MAX))
DEFINE(long, long, UPC_LONG, unsigned long, 1, INTEGERS(LONG_MIN, LONG_MAX))
DEFINE(ulong, unsigned long, UPC_ULONG, unsigned long, 1, INTEGERS(0, ULONG_MAX))
DEFINE(int32, int32_t, UPC_INT32, uint32_t, 1, INTEGERS(INT32_MIN, INT32_MAX))
DEFINE(uint32, uint32_t, UPC_UINT32, uint32_t, 1, INTEGERS(0, UINT32_MAX))
DEFINE(int64, int64_t, UPC_INT64, uint64_t, 1, INTEGERS(INT64_MIN, INT64_MAX))
DEFINE(uint64, uint64_t, UPC_UINT64, uint64_t, 1, INTEGERS(0, UINT64_MAX))
DEFINE(float, float, UPC_FLOAT, float, 0, REALS(FLT_EPSILON, FLT_MAX))
DEFINE(double, double, UPC_DOUBLE, double, 0, REALS(DBL_EPSILON, DBL_MAX))

int main(void)
{
    seed = 88172645463325252u + MYTHREAD;
    check_int();
    check_uint();
    check_long();
    check_ulong();
    check_int32();
    check_uint32();
    check_int64();
    check_uint64();
    check_float();
    check_double();
    PASS();
    return 0;
}
