// 9.11: wait_until and test: one, all, any, some, with vectors of values, all six comparisons,
// exclusions.
#include "check.h"

enum { n = 12 };
static int me, pes, next;

#define TYPE_TEST(T, N)                                                                                                \
    static void test_##N(void) {                                                                                       \
        static T word, words[n], stage;                                                                                \
        size_t indices[n];                                                                                             \
        int excluded[n] = {0};                                                                                         \
        T values[n];                                                                                                   \
        word = 0, stage = 0;                                                                                           \
        for (int i = 0; i < n; i++)                                                                                    \
            words[i] = 0, values[i] = (T)(i + 1);                                                                      \
        shmem_barrier_all();                                                                                           \
        /* what does not hold, and what does at once */                                                                \
        CHECK(!shmem_##N##_test(&word, SHMEM_CMP_NE, 0) && shmem_##N##_test(&word, SHMEM_CMP_EQ, 0));                  \
        CHECK(!shmem_##N##_test(&word, SHMEM_CMP_GT, 0) && shmem_##N##_test(&word, SHMEM_CMP_GE, 0));                  \
        CHECK(!shmem_##N##_test(&word, SHMEM_CMP_LT, 0) && shmem_##N##_test(&word, SHMEM_CMP_LE, 0));                  \
        CHECK(shmem_##N##_test_any(words, n, NULL, SHMEM_CMP_NE, 0) == SIZE_MAX);                                      \
        CHECK(shmem_##N##_test_some(words, n, indices, NULL, SHMEM_CMP_NE, 0) == 0);                                   \
        CHECK(!shmem_##N##_test_all(words, n, NULL, SHMEM_CMP_NE, 0));                                                 \
        CHECK(shmem_##N##_test_all(words, n, NULL, SHMEM_CMP_EQ, 0));                                                  \
        CHECK(shmem_##N##_test_any_vector(words, n, NULL, SHMEM_CMP_EQ, values) == SIZE_MAX);                          \
        CHECK(!shmem_##N##_test_all_vector(words, n, NULL, SHMEM_CMP_EQ, values));                                     \
        CHECK(shmem_##N##_test_some_vector(words, n, indices, NULL, SHMEM_CMP_EQ, values) == 0);                       \
        for (int i = 0; i < n; i++)                                                                                    \
            excluded[i] = 1;                                                                                           \
        CHECK(shmem_##N##_test_all(words, n, excluded, SHMEM_CMP_NE, 0));                                              \
        CHECK(shmem_##N##_wait_until_any(words, n, excluded, SHMEM_CMP_NE, 0) == SIZE_MAX);                            \
        CHECK(shmem_##N##_wait_until_some(words, n, indices, excluded, SHMEM_CMP_NE, 0) == 0);                         \
        CHECK(shmem_##N##_wait_until_any(words, 0, NULL, SHMEM_CMP_NE, 0) == SIZE_MAX);                                \
        shmem_##N##_wait_until_all(words, n, excluded, SHMEM_CMP_NE, 0);                                               \
        excluded[n - 1] = 0;                                                                                           \
        shmem_barrier_all();                                                                                           \
        /* a ring, one word after the other, as late as can be */                                                      \
        for (int i = 0; i < n; i++) {                                                                                  \
            shmem_##N##_p(&words[i], (T)(i + 1), next);                                                                \
            if (i == 0) {                                                                                              \
                CHECK(shmem_##N##_wait_until_any(words, n, NULL, SHMEM_CMP_NE, 0) == 0);                               \
                CHECK(shmem_##N##_wait_until_any_vector(words, n, NULL, SHMEM_CMP_EQ, values) == 0);                   \
            } else if (i == 1) {                                                                                       \
                excluded[0] = 1;                                                                                       \
                for (int k = 1; k < n; k++)                                                                            \
                    excluded[k] = 0;                                                                                   \
                CHECK(shmem_##N##_wait_until_any(words, n, excluded, SHMEM_CMP_GT, 0) == 1);                           \
                CHECK(shmem_##N##_wait_until_some(words, n, indices, excluded, SHMEM_CMP_GE, 1) == 1);                 \
                CHECK(indices[0] == 1);                                                                                \
                CHECK(shmem_##N##_wait_until_some_vector(words, n, indices, NULL, SHMEM_CMP_EQ, values) == 2);         \
            } else {                                                                                                   \
                shmem_##N##_wait_until(&words[i], SHMEM_CMP_EQ, (T)(i + 1));                                           \
            }                                                                                                          \
            shmem_quiet();                                                                                             \
            shmem_##N##_set_stage(&stage, (T)(i + 1), (me + pes - 1) % pes);                                           \
            shmem_##N##_wait_until(&stage, SHMEM_CMP_GE, (T)(i + 1));                                                  \
        }                                                                                                              \
        shmem_##N##_wait_until_all(words, n, NULL, SHMEM_CMP_NE, 0);                                                   \
        shmem_##N##_wait_until_all_vector(words, n, NULL, SHMEM_CMP_EQ, values);                                       \
        CHECK(shmem_##N##_test_all_vector(words, n, NULL, SHMEM_CMP_LE, values));                                      \
        CHECK(shmem_##N##_test_some(words, n, indices, NULL, SHMEM_CMP_LT, 5) == 4);                                   \
        /* any comes to all of them */                                                                                 \
        int seen[n] = {0}, all = 0;                                                                                    \
        for (int i = 0; i < 10 * n; i++) {                                                                             \
            const size_t k = shmem_##N##_test_any(words, n, NULL, SHMEM_CMP_NE, 0);                                    \
            CHECK(k < n);                                                                                              \
            if (k < n && !seen[k]++) all++;                                                                            \
        }                                                                                                              \
        CHECK(all == n);                                                                                               \
        shmem_barrier_all();                                                                                           \
    }

/* short has no atomic set */
#define shmem_short_set_stage shmem_short_p
#define shmem_ushort_set_stage shmem_ushort_p
#define shmem_int_set_stage shmem_int_atomic_set
#define shmem_long_set_stage shmem_long_atomic_set
#define shmem_longlong_set_stage shmem_longlong_atomic_set
#define shmem_uint_set_stage shmem_uint_atomic_set
#define shmem_ulong_set_stage shmem_ulong_atomic_set
#define shmem_ulonglong_set_stage shmem_ulonglong_atomic_set
#define shmem_int32_set_stage shmem_int32_atomic_set
#define shmem_int64_set_stage shmem_int64_atomic_set
#define shmem_uint32_set_stage shmem_uint32_atomic_set
#define shmem_uint64_set_stage shmem_uint64_atomic_set
#define shmem_size_set_stage shmem_size_atomic_set
#define shmem_ptrdiff_set_stage shmem_ptrdiff_atomic_set

TYPE_TEST(int, int)
TYPE_TEST(long, long)
TYPE_TEST(long long, longlong)
TYPE_TEST(unsigned int, uint)
TYPE_TEST(unsigned long, ulong)
TYPE_TEST(unsigned long long, ulonglong)
TYPE_TEST(int32_t, int32)
TYPE_TEST(int64_t, int64)
TYPE_TEST(uint32_t, uint32)
TYPE_TEST(uint64_t, uint64)
TYPE_TEST(size_t, size)
TYPE_TEST(ptrdiff_t, ptrdiff)
TYPE_TEST(short, short)
TYPE_TEST(unsigned short, ushort)

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    next = (me + 1) % pes;
    test_int();
    test_long();
    test_longlong();
    test_uint();
    test_ulong();
    test_ulonglong();
    test_int32();
    test_int64();
    test_uint32();
    test_uint64();
    test_size();
    test_ptrdiff();
    test_short();
    test_ushort();
    static long old;
    shmem_long_p(&old, 3, next);
    shmem_long_wait(&old, 0);
    CHECK(old == 3);
    return check_end();
}
