// 9.10: barrier_all, sync_all, broadcast, collect, fcollect, alltoall, alltoalls, reductions,
// scans; types, in place. Rows of tables, which the formatter takes for expressions.
// clang-format off
#include "check.h"

#include <complex.h>
#include <string.h>

enum { n = 9, most = 8 };
static int me, pes;

/* Small values, so that sums and products are exact in each type. */
#define VALUE(pe, i) ((pe) % 3 + 1 + (i) % 2)

#define RMA_TEST(T, N)                                                                                                 \
    static void move_##N(void) {                                                                                       \
        static T source[n * most * 2], dest[n * most * 3];                                                             \
        for (int i = 0; i < n * most * 2; i++)                                                                         \
            source[i] = (T)(me * 10 + i % 10);                                                                         \
        memset(dest, 0, sizeof dest);                                                                                  \
        shmem_sync_all();                                                                                              \
        for (int root = 0; root < pes; root++) {                                                                       \
            CHECK(shmem_##N##_broadcast(SHMEM_TEAM_WORLD, dest, source, n, root) == 0);                                \
            for (int i = 0; i < n; i++)                                                                                \
                CHECK(dest[i] == (T)(root * 10 + i % 10));                                                             \
            shmem_team_sync(SHMEM_TEAM_WORLD);                                                                         \
        }                                                                                                              \
        CHECK(shmem_##N##_fcollect(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                           \
        for (int i = 0; i < n * pes; i++)                                                                              \
            CHECK(dest[i] == (T)(i / n * 10 + i % n));                                                                 \
        shmem_sync_all();                                                                                              \
        CHECK(shmem_##N##_collect(SHMEM_TEAM_WORLD, dest, source, (size_t)me) == 0);                                   \
        for (int pe = 0, at = 0; pe < pes; pe++)                                                                       \
            for (int i = 0; i < pe; i++, at++)                                                                         \
                CHECK(dest[at] == (T)(pe * 10 + i % 10));                                                              \
        shmem_sync_all();                                                                                              \
        CHECK(shmem_##N##_alltoall(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                           \
        for (int i = 0; i < n * pes; i++)                                                                              \
            CHECK(dest[i] == (T)(i / n * 10 + (me * n + i % n) % 10));                                                 \
        shmem_sync_all();                                                                                              \
        memset(dest, 0, sizeof dest);                                                                                  \
        CHECK(shmem_##N##_alltoalls(SHMEM_TEAM_WORLD, dest, source, 3, 2, n) == 0);                                    \
        for (int i = 0; i < n * pes; i++)                                                                              \
            CHECK(dest[3 * i] == (T)(i / n * 10 + 2 * (me * n + i % n) % 10));                                         \
        for (int i = 0; i < n * pes; i++)                                                                              \
            CHECK(dest[3 * i + 1] == 0);                                                                               \
        shmem_sync_all();                                                                                              \
    }
RMA_TEST(float, float)
RMA_TEST(double, double)
RMA_TEST(long double, longdouble)
RMA_TEST(char, char)
RMA_TEST(short, short)
RMA_TEST(int, int)
RMA_TEST(long, long)
RMA_TEST(unsigned char, uchar)
RMA_TEST(uint16_t, uint16)
RMA_TEST(uint64_t, uint64)
RMA_TEST(size_t, size)

#define SUM_TEST(T, N)                                                                                                 \
    static void sum_##N(void) {                                                                                        \
        static T source[n], dest[n];                                                                                   \
        for (int k = 0; k < 2; k++) {                                                                                  \
            T *const to = k ? source : dest;                                                                           \
            T sum[n], product[n], until[n];                                                                            \
            for (int i = 0; i < n; i++) {                                                                              \
                sum[i] = until[i] = 0, product[i] = 1;                                                                 \
                for (int pe = 0; pe < pes; pe++) {                                                                     \
                    if (pe == me) until[i] = sum[i];                                                                   \
                    sum[i] += (T)VALUE(pe, i), product[i] *= (T)VALUE(pe, i);                                          \
                }                                                                                                      \
            }                                                                                                          \
            const size_t lengths[] = {1, n};                                                                           \
            for (int l = 0; l < 2; l++) {                                                                              \
                const size_t length = lengths[l];                                                                      \
                FILL;                                                                                                  \
                CHECK(shmem_##N##_sum_reduce(SHMEM_TEAM_WORLD, to, source, length) == 0);                              \
                for (size_t i = 0; i < length; i++)                                                                    \
                    CHECK(to[i] == sum[i]);                                                                            \
                FILL;                                                                                                  \
                CHECK(shmem_##N##_prod_reduce(SHMEM_TEAM_WORLD, to, source, length) == 0);                             \
                for (size_t i = 0; i < length; i++)                                                                    \
                    CHECK(to[i] == product[i]);                                                                        \
                FILL;                                                                                                  \
                CHECK(shmem_##N##_sum_inscan(SHMEM_TEAM_WORLD, to, source, length) == 0);                              \
                for (size_t i = 0; i < length; i++)                                                                    \
                    CHECK(to[i] == (T)(until[i] + (T)VALUE(me, (int)i)));                                              \
                FILL;                                                                                                  \
                CHECK(shmem_##N##_sum_exscan(SHMEM_TEAM_WORLD, to, source, length) == 0);                              \
                for (size_t i = 0; i < length; i++)                                                                    \
                    CHECK(to[i] == until[i]);                                                                          \
            }                                                                                                          \
        }                                                                                                              \
    }
#define FILL                                                                                                           \
    shmem_sync_all();                                                                                                  \
    for (int i = 0; i < n; i++)                                                                                        \
    source[i] = VALUE(me, i)
#define ORDER_TEST(T, N)                                                                                               \
    SUM_TEST(T, N)                                                                                                     \
    static void order_##N(void) {                                                                                      \
        static T source[n], dest[n];                                                                                   \
        FILL;                                                                                                          \
        CHECK(shmem_##N##_max_reduce(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                         \
        for (int i = 0; i < n; i++)                                                                                    \
            CHECK(dest[i] == (T)VALUE(pes > 2 ? 2 : pes - 1, i));                                                      \
        FILL;                                                                                                          \
        CHECK(shmem_##N##_min_reduce(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                         \
        for (int i = 0; i < n; i++)                                                                                    \
            CHECK(dest[i] == (T)VALUE(0, i));                                                                          \
        shmem_sync_all();                                                                                              \
        /* Negative numbers are below, where there are any: 0 - me wraps to the largest else. */                       \
        T least = 0;                                                                                                   \
        for (int pe = 1; pe < pes; pe++)                                                                               \
            if ((T)(0 - pe) < least) least = (T)(0 - pe);                                                              \
        source[0] = (T)(0 - me);                                                                                       \
        CHECK(shmem_##N##_min_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0);                                         \
        CHECK(dest[0] == least);                                                                                       \
        shmem_sync_all();                                                                                              \
    }
#define BIT_TEST(T, N)                                                                                                 \
    ORDER_TEST(T, N)                                                                                                   \
    static void bits_##N(void) {                                                                                       \
        static T source[n], dest[n];                                                                                   \
        T all = (T)0x5f, some = 0, odd = 0;                                                                            \
        for (int pe = 0; pe < pes; pe++) {                                                                             \
            const T value = (T)(0x50 | 1 << pe % 4);                                                                   \
            all &= value, some |= value, odd ^= value;                                                                 \
        }                                                                                                              \
        for (int i = 0; i < n; i++)                                                                                    \
            source[i] = (T)(0x50 | 1 << me % 4);                                                                       \
        shmem_sync_all();                                                                                              \
        CHECK(shmem_##N##_and_reduce(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                         \
        for (int i = 0; i < n; i++)                                                                                    \
            CHECK(dest[i] == all);                                                                                     \
        CHECK(shmem_##N##_or_reduce(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                          \
        for (int i = 0; i < n; i++)                                                                                    \
            CHECK(dest[i] == some);                                                                                    \
        CHECK(shmem_##N##_xor_reduce(SHMEM_TEAM_WORLD, dest, source, n) == 0);                                         \
        for (int i = 0; i < n; i++)                                                                                    \
            CHECK(dest[i] == odd);                                                                                     \
        shmem_sync_all();                                                                                              \
    }
#define ARITHMETIC(X)                                                                                                  \
    X(char, char)                                                                                                      \
    X(signed char, schar) X(short, short) X(int, int) X(long, long) X(long long, longlong) X(ptrdiff_t, ptrdiff)       \
        X(float, float) X(double, double) X(long double, longdouble)
#define BITWISE(X)                                                                                                     \
    X(unsigned char, uchar)                                                                                            \
    X(unsigned short, ushort) X(unsigned int, uint) X(unsigned long, ulong) X(unsigned long long, ulonglong)           \
        X(int8_t, int8) X(int16_t, int16) X(int32_t, int32) X(int64_t, int64) X(uint8_t, uint8) X(uint16_t, uint16)    \
            X(uint32_t, uint32) X(uint64_t, uint64) X(size_t, size)
#define COMPLEX(X) X(double _Complex, complexd) X(float _Complex, complexf)
ARITHMETIC(ORDER_TEST)
BITWISE(BIT_TEST)
COMPLEX(SUM_TEST)

static void test_bytes(void) {
    static char source[4 * most], dest[most * 12];
    for (int i = 0; i < 4 * most; i++)
        source[i] = (char)(me * 50 + i);
    shmem_sync_all();
    CHECK(shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, 3, pes - 1) == 0);
    CHECK(dest[2] == (char)((pes - 1) * 50 + 2));
    CHECK(shmem_collectmem(SHMEM_TEAM_WORLD, dest, source, 3) == 0);
    CHECK(dest[3 * (pes - 1) + 2] == (char)((pes - 1) * 50 + 2));
    CHECK(shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, 2) == 0 && dest[1] == 1);
    CHECK(shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, 2) == 0);
    CHECK(dest[2 * (pes - 1) + 1] == (char)((pes - 1) * 50 + 2 * me + 1));
    CHECK(shmem_alltoallsmem(SHMEM_TEAM_WORLD, dest, source, 3, 2, 2) == 0);
    CHECK(dest[3 * (2 * (pes - 1) + 1)] == (char)((pes - 1) * 50 + 2 * (2 * me + 1)));
}

/* A barrier completes what was begun before it. */
static void test_barrier(void) {
    static long words[most];
    long mine;
    for (long round = 1; round < 500; round++) {
        mine = round;
        for (int pe = 0; pe < pes; pe++)
            shmem_long_put_nbi(&words[me], &mine, 1, pe);
        shmem_barrier_all();
        for (int pe = 0; pe < pes; pe++)
            CHECK(words[pe] == round);
        shmem_barrier_all();
    }
}

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    move_float();
    move_double();
    move_longdouble();
    move_char();
    move_short();
    move_int();
    move_long();
    move_uchar();
    move_uint16();
    move_uint64();
    move_size();
#define ARITHMETIC_CALL(T, N) sum_##N(), order_##N();
#define BITWISE_CALL(T, N) sum_##N(), order_##N(), bits_##N();
#define COMPLEX_CALL(T, N) sum_##N();
    ARITHMETIC(ARITHMETIC_CALL)
    BITWISE(BITWISE_CALL)
    COMPLEX(COMPLEX_CALL)
    test_bytes();
    test_barrier();
    return check_end();
}
