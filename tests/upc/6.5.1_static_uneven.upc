// static: 4
// 6.5.1: with static THREADS an array may have any size: layouts of uneven sizes, [*] of sizes that
// THREADS does not divide.
#include "check.h"

#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(9) X(15) X(16) X(17) X(31) X(100) X(101)
#define DECLARE(N)                                                                                                         \
    shared int cyclic_##N[N];                                                                                              \
    shared [3] long three_##N[N];                                                                                          \
    shared [*] short star_##N[N];                                                                                          \
    shared [200] char wide_##N[N];                                                                                         \
    shared [] double none_##N[N];
#define TEST(N)                                                                                                            \
    for (int i = 0; i < N; i++) {                                                                                          \
        const int block = (N + THREADS - 1) / THREADS;                                                                     \
        CHECK_EQ(upc_blocksizeof(star_##N), block);                                                                        \
        CHECK_EQ(upc_threadof(&cyclic_##N[i]), i % THREADS);                                                               \
        CHECK_EQ(upc_threadof(&three_##N[i]), i / 3 % THREADS);                                                            \
        CHECK_EQ(upc_threadof(&star_##N[i]), i / block);                                                                   \
        CHECK_EQ(upc_phaseof(&star_##N[i]), i % block);                                                                    \
        CHECK_EQ(upc_threadof(&wide_##N[i]), 0);                                                                           \
        CHECK_EQ(upc_threadof(&none_##N[i]), 0);                                                                           \
    }                                                                                                                      \
    upc_forall (int i = 0; i < N; i++; i) {                                                                                \
        cyclic_##N[i] = i + N, three_##N[i] = i - N, star_##N[i] = i + N, wide_##N[i] = i, none_##N[i] = i * 2.0;          \
    }                                                                                                                      \
    upc_barrier;                                                                                                           \
    for (int i = 0; i < N; i++) {                                                                                          \
        CHECK(cyclic_##N[i] == i + N && three_##N[i] == i - N && star_##N[i] == i + N && wide_##N[i] == i);                \
        CHECK(none_##N[i] == i * 2.0);                                                                                     \
    }

SIZES(DECLARE)

int main(void)
{
    SIZES(TEST)
    PASS();
    return 0;
}
