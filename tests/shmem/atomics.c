// 9.7: atomic operations of every type, blocking and not, on a context; counts of many PEs; older
// names.
// variants: inline: -O2
// Rows of tables, which the formatter takes for expressions.
// clang-format off
#include "check.h"

static int me, pes, next;
static shmem_ctx_t context;

#define EXTENDED_TEST(T, N)                                                                                            \
    static void extended_##N(void) {                                                                                   \
        static T word;                                                                                                 \
        T seen;                                                                                                        \
        word = (T)(me + 1);                                                                                            \
        shmem_barrier_all();                                                                                           \
        CHECK(shmem_##N##_atomic_fetch(&word, next) == (T)(next + 1));                                                 \
        CHECK(shmem_ctx_##N##_atomic_fetch(context, &word, next) == (T)(next + 1));                                    \
        shmem_##N##_atomic_fetch_nbi(&seen, &word, next);                                                              \
        shmem_quiet();                                                                                                 \
        CHECK(seen == (T)(next + 1));                                                                                  \
        shmem_barrier_all();                                                                                           \
        CHECK(shmem_##N##_atomic_swap(&word, (T)50, next) == (T)(next + 1));                                           \
        CHECK(shmem_ctx_##N##_atomic_swap(context, &word, (T)51, next) == (T)50);                                      \
        shmem_##N##_atomic_swap_nbi(&seen, &word, (T)52, next);                                                        \
        shmem_quiet();                                                                                                 \
        CHECK(seen == (T)51);                                                                                          \
        shmem_##N##_atomic_set(&word, (T)60, next);                                                                    \
        CHECK(shmem_##N##_swap(&word, (T)61, next) == (T)60);                                                          \
        shmem_##N##_set(&word, (T)62, next);                                                                           \
        CHECK(shmem_##N##_fetch(&word, next) == (T)62);                                                                \
        shmem_barrier_all();                                                                                           \
        CHECK(word == (T)62);                                                                                          \
        shmem_barrier_all();                                                                                           \
    }
#define STANDARD_TEST(T, N)                                                                                            \
    EXTENDED_TEST(T, N)                                                                                                \
    static void standard_##N(void) {                                                                                   \
        static T word, sum, winner;                                                                                    \
        T seen;                                                                                                        \
        word = 10, sum = winner = 0;                                                                                   \
        shmem_barrier_all();                                                                                           \
        CHECK(shmem_##N##_atomic_compare_swap(&word, 9, 8, next) == 10);                                               \
        CHECK(shmem_##N##_atomic_compare_swap(&word, 10, 11, next) == 10);                                             \
        CHECK(shmem_ctx_##N##_atomic_compare_swap(context, &word, 11, 12, next) == 11);                                \
        shmem_##N##_atomic_compare_swap_nbi(&seen, &word, 12, 13, next);                                               \
        shmem_quiet();                                                                                                 \
        CHECK(seen == 12 && shmem_##N##_cswap(&word, 13, 14, next) == 13);                                             \
        CHECK(shmem_##N##_atomic_fetch_inc(&word, next) == 14);                                                        \
        CHECK(shmem_##N##_atomic_fetch_add(&word, 5, next) == 15);                                                     \
        shmem_##N##_atomic_inc(&word, next);                                                                           \
        shmem_##N##_atomic_add(&word, 9, next);                                                                        \
        CHECK(shmem_##N##_finc(&word, next) == 30 && shmem_##N##_fadd(&word, 1, next) == 31);                          \
        shmem_##N##_inc(&word, next), shmem_##N##_add(&word, 2, next);                                                 \
        shmem_##N##_atomic_fetch_add_nbi(&seen, &word, 1, next);                                                       \
        shmem_quiet();                                                                                                 \
        CHECK(seen == 35);                                                                                             \
        shmem_##N##_atomic_fetch_inc_nbi(&seen, &word, next);                                                          \
        shmem_quiet();                                                                                                 \
        CHECK(seen == 36 && shmem_##N##_atomic_fetch(&word, next) == 37);                                              \
        for (int i = 0; i < 200; i++) {                                                                                \
            shmem_##N##_atomic_add(&sum, (T)(me + 1), 0);                                                              \
            shmem_ctx_##N##_atomic_inc(context, &sum, pes - 1);                                                        \
        }                                                                                                              \
        if (shmem_##N##_atomic_compare_swap(&winner, 0, (T)(me + 1), 0) == 0) shmem_##N##_atomic_add(&winner, 100, 0); \
        shmem_barrier_all();                                                                                           \
        if (me == 0) CHECK(sum == (T)(200 * pes * (pes + 1) / 2 + (pes == 1 ? 200 : 0)));                              \
        if (me == pes - 1 && pes > 1) CHECK(sum == (T)(200 * pes));                                                    \
        if (me == 0) CHECK(winner > 100 && winner <= (T)(100 + pes));                                                  \
        shmem_barrier_all();                                                                                           \
    }
STANDARD_TEST(int, int)
STANDARD_TEST(long, long)
STANDARD_TEST(long long, longlong)
STANDARD_TEST(unsigned int, uint)
STANDARD_TEST(unsigned long, ulong)
STANDARD_TEST(unsigned long long, ulonglong)
STANDARD_TEST(int32_t, int32)
STANDARD_TEST(int64_t, int64)
STANDARD_TEST(uint32_t, uint32)
STANDARD_TEST(uint64_t, uint64)
STANDARD_TEST(size_t, size)
STANDARD_TEST(ptrdiff_t, ptrdiff)
EXTENDED_TEST(float, float)
EXTENDED_TEST(double, double)

#define BITWISE_TEST(T, N)                                                                                             \
    static void bitwise_##N(void) {                                                                                    \
        static T word;                                                                                                 \
        T seen;                                                                                                        \
        word = 0xf0;                                                                                                   \
        shmem_barrier_all();                                                                                           \
        CHECK(shmem_##N##_atomic_fetch_or(&word, 0x0f, next) == 0xf0);                                                 \
        CHECK(shmem_##N##_atomic_fetch_and(&word, 0x3c, next) == 0xff);                                                \
        CHECK(shmem_ctx_##N##_atomic_fetch_xor(context, &word, 0x30, next) == 0x3c);                                   \
        shmem_##N##_atomic_or(&word, 1, next);                                                                         \
        shmem_##N##_atomic_and(&word, 0xd, next);                                                                      \
        shmem_##N##_atomic_xor(&word, 0x100, next);                                                                    \
        shmem_##N##_atomic_fetch_or_nbi(&seen, &word, 2, next);                                                        \
        shmem_quiet();                                                                                                 \
        CHECK(seen == 0x10d);                                                                                          \
        shmem_##N##_atomic_fetch_and_nbi(&seen, &word, 0xf, next);                                                     \
        shmem_##N##_atomic_fetch_xor_nbi(&seen, &word, 0xf, next);                                                     \
        shmem_quiet();                                                                                                 \
        CHECK(shmem_##N##_atomic_fetch(&word, next) == 0);                                                             \
        shmem_barrier_all();                                                                                           \
        if (me < 8) shmem_##N##_atomic_or(&word, (T)1 << me, 0);                                                       \
        shmem_barrier_all();                                                                                           \
        if (me == 0 && pes <= 8) CHECK(word == ((T)1 << pes) - 1);                                                     \
        shmem_barrier_all();                                                                                           \
    }
BITWISE_TEST(unsigned int, uint)
BITWISE_TEST(unsigned long, ulong)
BITWISE_TEST(unsigned long long, ulonglong)
BITWISE_TEST(int32_t, int32)
BITWISE_TEST(int64_t, int64)
BITWISE_TEST(uint32_t, uint32)
BITWISE_TEST(uint64_t, uint64)

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    next = (me + 1) % pes;
    CHECK(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &context) == 0);
#define STANDARD_CALL(N) extended_##N(), standard_##N();
    STANDARD_CALL(int)
    STANDARD_CALL(long) STANDARD_CALL(longlong) STANDARD_CALL(uint) STANDARD_CALL(ulong) STANDARD_CALL(ulonglong)
        STANDARD_CALL(int32) STANDARD_CALL(int64) STANDARD_CALL(uint32) STANDARD_CALL(uint64) STANDARD_CALL(size)
            STANDARD_CALL(ptrdiff) extended_float(),
        extended_double();
    bitwise_uint();
    bitwise_ulong();
    bitwise_ulonglong();
    bitwise_int32();
    bitwise_int64();
    bitwise_uint32();
    bitwise_uint64();
    shmem_ctx_destroy(context);
    return check_end();
}
