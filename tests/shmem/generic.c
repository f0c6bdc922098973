// C11 selections of 9.6 to 9.11: each name once, with and without a context, on types by other
// names. Rows of tables, which the formatter takes for expressions.
// clang-format off
#include "check.h"

static int me, pes, next;
static uint64_t signal;
static int flag;
static double _Complex z[2];

#define TYPE_TEST(T, N)                                                                                                \
    static void test_##N(void) {                                                                                       \
        static T a[8], b[8];                                                                                           \
        T got[8] = {0};                                                                                                \
        for (int i = 0; i < 8; i++)                                                                                    \
            b[i] = (T)(me + i), a[i] = 0;                                                                              \
        shmem_barrier_all();                                                                                           \
        shmem_put(a, b, 2, next);                                                                                      \
        shmem_put(SHMEM_CTX_DEFAULT, a + 2, b + 2, 1, next);                                                           \
        shmem_put_nbi(a + 3, b + 3, 1, next);                                                                          \
        shmem_iput(a + 4, b + 4, 1, 1, 1, next);                                                                       \
        shmem_ibput(SHMEM_CTX_DEFAULT, a + 5, b + 5, 1, 1, 1, 1, next);                                                \
        shmem_p(a + 6, b[6], next);                                                                                    \
        shmem_p(SHMEM_CTX_DEFAULT, a + 7, b[7], next);                                                                 \
        shmem_barrier_all();                                                                                           \
        shmem_get(got, a, 2, next);                                                                                    \
        shmem_get_nbi(SHMEM_CTX_DEFAULT, got + 2, a + 2, 2, next);                                                     \
        shmem_iget(got + 4, a + 4, 1, 1, 2, next);                                                                     \
        shmem_quiet();                                                                                                 \
        got[6] = shmem_g(a + 6, next), got[7] = shmem_g(SHMEM_CTX_DEFAULT, a + 7, next);                               \
        for (int i = 0; i < 8; i++)                                                                                    \
            CHECK(got[i] == b[i]);                                                                                     \
        shmem_barrier_all();                                                                                           \
        shmem_put_signal(a, b, 1, &signal, 1, SHMEM_SIGNAL_ADD, next);                                                 \
        shmem_barrier_all(); /* the put is complete: `a` is ready for the collectives (9.9) */                         \
        shmem_broadcast(SHMEM_TEAM_WORLD, a, b, 1, 0);                                                                 \
        CHECK(a[0] == 0);                                                                                              \
        shmem_sync(SHMEM_TEAM_WORLD);                                                                                  \
        shmem_max_reduce(SHMEM_TEAM_WORLD, a, b, 1);                                                                   \
        CHECK(a[0] == (T)(pes - 1));                                                                                   \
        shmem_sync_all();                                                                                              \
        shmem_sum_inscan(SHMEM_TEAM_WORLD, a, b, 1);                                                                   \
        CHECK(a[0] == (T)(me * (me + 1) / 2));                                                                         \
        shmem_sync_all();                                                                                              \
    }
#define TYPES(X)                                                                                                       \
    X(float, float)                                                                                                    \
    X(double, double) X(long double, longdouble) X(char, char) X(signed char, schar) X(short, short) X(int, int)       \
        X(long, long) X(long long, longlong) X(unsigned char, uchar) X(unsigned short, ushort) X(unsigned int, uint)   \
            X(unsigned long, ulong) X(unsigned long long, ulonglong) X(int64_t, int64) X(size_t, size)
TYPES(TYPE_TEST)

#define AMO_TEST(T, N)                                                                                                 \
    static void amo_##N(void) {                                                                                        \
        static T word;                                                                                                 \
        T seen;                                                                                                        \
        word = 1;                                                                                                      \
        shmem_barrier_all();                                                                                           \
        CHECK(shmem_atomic_fetch_add(&word, (T)2, next) == 1);                                                         \
        CHECK(shmem_atomic_fetch_inc(SHMEM_CTX_DEFAULT, &word, next) == 3);                                            \
        CHECK(shmem_atomic_compare_swap(&word, (T)4, (T)5, next) == 4);                                                \
        CHECK(shmem_atomic_swap(&word, (T)6, next) == 5 && shmem_atomic_fetch(&word, next) == 6);                      \
        shmem_atomic_add(SHMEM_CTX_DEFAULT, &word, (T)1, next), shmem_atomic_inc(&word, next);                         \
        shmem_atomic_fetch_add_nbi(&seen, &word, (T)1, next);                                                          \
        shmem_quiet();                                                                                                 \
        CHECK(seen == 8);                                                                                              \
        shmem_atomic_set(&word, (T)20, next);                                                                          \
        CHECK(shmem_fadd(&word, (T)1, next) == 20 && shmem_cswap(&word, (T)21, (T)0, next) == 21);                     \
        shmem_barrier_all();                                                                                           \
        shmem_p(&word, (T)3, next);                                                                                    \
        shmem_wait_until(&word, SHMEM_CMP_EQ, 3);                                                                      \
        CHECK(shmem_test(&word, SHMEM_CMP_EQ, 3));                                                                     \
        CHECK(shmem_wait_until_any(&word, 1, NULL, SHMEM_CMP_GT, 2) == 0);                                             \
        shmem_barrier_all();                                                                                           \
    }
AMO_TEST(int, int)
AMO_TEST(long, long)
AMO_TEST(long long, longlong)
AMO_TEST(unsigned int, uint)
AMO_TEST(unsigned long, ulong)
AMO_TEST(unsigned long long, ulonglong)
AMO_TEST(int32_t, int32)
AMO_TEST(uint64_t, uint64)
AMO_TEST(ptrdiff_t, ptrdiff)

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    next = (me + 1) % pes;
#define CALL(T, N) test_##N();
    TYPES(CALL)
    amo_int(), amo_long(), amo_longlong(), amo_uint(), amo_ulong(), amo_ulonglong();
    amo_int32();
    amo_uint64();
    amo_ptrdiff();
    static unsigned bits, all;
    bits = 1u << me % 8;
    shmem_or_reduce(SHMEM_TEAM_WORLD, &all, &bits, 1);
    CHECK(all & 1);
    shmem_atomic_fetch_or(&bits, 0x100u, me);
    CHECK(bits & 0x100u);
    z[0] = 1;
    shmem_sum_reduce(SHMEM_TEAM_WORLD, z + 1, z, 1);
    CHECK(z[1] == pes);
    shmem_signal_add(SHMEM_CTX_DEFAULT, &signal, 1, next);
    shmem_signal_set(&signal, 1, next);
    shmem_int_p(&flag, 1, next);
    shmem_wait_until(&flag, SHMEM_CMP_NE, 0);
    return check_end();
}
