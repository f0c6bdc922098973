// 9.6: put, get, p, g, strided, blocks, non-blocking, of every type and size, with and without a
// context.
// variants: inline: -O2
// Rows of tables, which the formatter takes for expressions.
// clang-format off
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { count = 40 };

static int me, pes, next;
static shmem_ctx_t context;

/* Values that survive each type: small and not negative. */
#define VALUE(pe, i) (((pe)*7 + (i)) % 100)

#define TYPE_TEST(P, T, N)                                                                                             \
    static void test_##N(void) {                                                                                       \
        static T in_data[count];                                                                                       \
        T *const in_heap = shmem_malloc(sizeof(T) * count);                                                            \
        T *const targets[] = {in_data, in_heap};                                                                       \
        for (int t = 0; t < 2; t++) {                                                                                  \
            T *const target = targets[t];                                                                              \
            T mine[count], got[count];                                                                                 \
            for (int i = 0; i < count; i++)                                                                            \
                mine[i] = (T)VALUE(me, i), target[i] = 0;                                                              \
            shmem_barrier_all();                                                                                       \
            shmem_##N##_put(target, mine, count / 4, next);                                                            \
            shmem_##N##_put_nbi(target + count / 4, mine + count / 4, count / 4, next);                                \
            shmem_ctx_##N##_put_nbi(context, target + count / 2, mine + count / 2, count / 2, next);                   \
            shmem_ctx_quiet(context);                                                                                  \
            shmem_barrier_all();                                                                                       \
            const int from = (me + pes - 1) % pes;                                                                     \
            for (int i = 0; i < count; i++)                                                                            \
                CHECK(target[i] == (T)VALUE(from, i));                                                                 \
            memset(got, 0, sizeof got);                                                                                \
            shmem_##N##_get(got, target, 10, next);                                                                    \
            shmem_ctx_##N##_get(context, got + 10, target + 10, 10, next);                                             \
            shmem_##N##_get_nbi(got + 20, target + 20, 10, next);                                                      \
            shmem_ctx_##N##_get_nbi(context, got + 30, target + 30, 10, next);                                         \
            shmem_ctx_quiet(context);                                                                                  \
            shmem_quiet();                                                                                             \
            for (int i = 0; i < count; i++)                                                                            \
                CHECK(got[i] == (T)VALUE(me, i));                                                                      \
            CHECK(shmem_##N##_g(target + 3, next) == (T)VALUE(me, 3));                                                 \
            CHECK(shmem_ctx_##N##_g(context, target + 4, next) == (T)VALUE(me, 4));                                    \
            shmem_barrier_all();                                                                                       \
            shmem_##N##_p(target + 5, (T)99, next);                                                                    \
            shmem_ctx_##N##_p(context, target + 6, (T)98, next);                                                       \
            shmem_ctx_quiet(context);                                                                                  \
            shmem_barrier_all();                                                                                       \
            CHECK(target[5] == (T)99 && target[6] == (T)98);                                                           \
            shmem_barrier_all();                                                                                       \
            memset(target, 0, sizeof(T) * count);                                                                      \
            shmem_barrier_all();                                                                                       \
            shmem_##N##_iput(target, mine, 3, 2, 10, next); /* 0, 3 .. 27 <- 0, 2 .. 18 */                             \
            shmem_##N##_ibput(target + 30, mine + 20, 5, 4, 2, 1, next);                                               \
            shmem_ctx_##N##_ibput(context, target + 35, mine + 24, 5, 4, 2, 1, next);                                  \
            shmem_ctx_quiet(context);                                                                                  \
            shmem_barrier_all();                                                                                       \
            for (int i = 0; i < 30; i++)                                                                               \
                CHECK(target[i] == (i % 3 ? (T)0 : (T)VALUE(from, i / 3 * 2)));                                        \
            for (int i = 0; i < 2; i++)                                                                                \
                for (int k = 0; k < 2; k++)                                                                            \
                    CHECK(target[30 + 5 * i + k] == (T)VALUE(from, 20 + 4 * i + k));                                   \
            CHECK(target[32] == (T)0 && target[39] == (T)0);                                                           \
            memset(got, 0, sizeof got);                                                                                \
            shmem_##N##_iget(got, target, 2, 3, 10, next);                                                             \
            shmem_##N##_ibget(got + 20, target + 30, 4, 5, 2, 1, next);                                                \
            shmem_ctx_##N##_ibget(context, got + 24, target + 35, 4, 5, 2, 1, next);                                   \
            for (int i = 0; i < 20; i++)                                                                               \
                CHECK(got[i] == (i % 2 ? (T)0 : (T)VALUE(me, i)));                                                     \
            for (int i = 0; i < 2; i++)                                                                                \
                for (int k = 0; k < 2; k++)                                                                            \
                    CHECK(got[20 + 4 * i + k] == (T)VALUE(me, 20 + 4 * i + k));                                        \
            shmem_barrier_all();                                                                                       \
        }                                                                                                              \
        shmem_free(in_heap);                                                                                           \
    }

#define TYPES(X)                                                                                                       \
    X(, float, float)                                                                                                  \
    X(, double, double) X(, long double, longdouble) X(, char, char) X(, signed char, schar) X(, short, short)         \
        X(, int, int) X(, long, long) X(, long long, longlong) X(, unsigned char, uchar) X(, unsigned short, ushort)   \
            X(, unsigned int, uint) X(, unsigned long, ulong) X(, unsigned long long, ulonglong) X(, int8_t, int8)     \
                X(, int16_t, int16) X(, int32_t, int32) X(, int64_t, int64) X(, uint8_t, uint8) X(, uint16_t, uint16)  \
                    X(, uint32_t, uint32) X(, uint64_t, uint64) X(, size_t, size) X(, ptrdiff_t, ptrdiff)
TYPES(TYPE_TEST)

#define SIZE_TEST(B)                                                                                                   \
    static void test_size_##B(void) {                                                                                  \
        enum { bytes = B / 8 };                                                                                        \
        static char target[count * bytes];                                                                             \
        char mine[count * bytes], got[count * bytes];                                                                  \
        for (int i = 0; i < count * bytes; i++)                                                                        \
            mine[i] = (char)VALUE(me, i);                                                                              \
        memset(target, 0, sizeof target);                                                                              \
        shmem_barrier_all();                                                                                           \
        shmem_put##B(target, mine, 10, next);                                                                          \
        shmem_ctx_put##B(context, target + 10 * bytes, mine + 10 * bytes, 10, next);                                   \
        shmem_ctx_quiet(context);                                                                                      \
        shmem_put##B##_nbi(target + 20 * bytes, mine + 20 * bytes, 20, next);                                          \
        shmem_barrier_all();                                                                                           \
        const int from = (me + pes - 1) % pes;                                                                         \
        for (int i = 0; i < count * bytes; i++)                                                                        \
            CHECK(target[i] == (char)VALUE(from, i));                                                                  \
        shmem_get##B(got, target, 20, next);                                                                           \
        shmem_get##B##_nbi(got + 20 * bytes, target + 20 * bytes, 20, next);                                           \
        shmem_quiet();                                                                                                 \
        for (int i = 0; i < count * bytes; i++)                                                                        \
            CHECK(got[i] == (char)VALUE(me, i));                                                                       \
        shmem_barrier_all();                                                                                           \
        memset(target, 0, sizeof target);                                                                              \
        shmem_barrier_all();                                                                                           \
        shmem_iput##B(target, mine, 2, 1, 10, next);                                                                   \
        shmem_ibput##B(target + 20 * bytes, mine, 3, 2, 2, 3, next);                                                   \
        shmem_barrier_all();                                                                                           \
        for (int i = 0; i < 10 * bytes; i++)                                                                           \
            CHECK(target[i / bytes * 2 * bytes + i % bytes] == (char)VALUE(from, i));                                  \
        memset(got, 0, sizeof got);                                                                                    \
        shmem_iget##B(got, target, 1, 2, 10, next);                                                                    \
        shmem_ibget##B(got + 20 * bytes, target + 20 * bytes, 2, 3, 2, 3, next);                                       \
        for (int i = 0; i < 10 * bytes; i++)                                                                           \
            CHECK(got[i] == (char)VALUE(me, i));                                                                       \
        for (int i = 0; i < 6 * bytes; i++)                                                                            \
            CHECK(got[20 * bytes + i] == (char)VALUE(me, i));                                                          \
        shmem_barrier_all();                                                                                           \
    }
SIZE_TEST(8)
SIZE_TEST(16)
SIZE_TEST(32)
SIZE_TEST(64)
SIZE_TEST(128)

/* Many bytes, any alignment, nothing at all. */
static void test_bytes(void) {
    const size_t lengths[] = {0, 1, 7, 4096, 65537, 3 << 20};
    char *const target = shmem_malloc((3 << 20) + 3), *const mine = malloc(3 << 20);
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k];
        for (size_t i = 0; i < n; i++)
            mine[i] = (char)(i * 31 + (size_t)me);
        memset(target, 0, n + 3);
        shmem_barrier_all();
        if (k % 2)
            shmem_putmem(target + 1, mine, n, next);
        else
            shmem_putmem_nbi(target + 1, mine, n, next);
        shmem_barrier_all();
        size_t wrong = 0;
        const size_t from = (size_t)((me + pes - 1) % pes);
        for (size_t i = 0; i < n; i++)
            wrong += target[1 + i] != (char)(i * 31 + from);
        CHECK(wrong == 0 && target[0] == 0 && target[n + 1] == 0);
        memset(mine, 0, n);
        shmem_getmem_nbi(mine, target + 1, n, next);
        shmem_quiet();
        for (size_t i = 0; i < n; i++)
            wrong += mine[i] != (char)(i * 31 + (size_t)me);
        CHECK(wrong == 0);
        shmem_barrier_all();
    }
    shmem_putmem(NULL, NULL, 0, 0);
    free(mine);
    shmem_free(target);
}

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    next = (me + 1) % pes;
    CHECK(shmem_ctx_create(0, &context) == 0);
#define CALL(P, T, N) test_##N();
    TYPES(CALL)
    test_size_8(), test_size_16(), test_size_32(), test_size_64(), test_size_128();
    test_bytes();
    shmem_ctx_destroy(context);
    return check_end();
}
