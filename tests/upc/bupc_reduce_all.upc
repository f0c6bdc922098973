// bupc_all_reduce_all: every thread's element of dst gets the result, for all types, with and
// without synchronisation.
#include "check.h"
#include <bupc_extensions.h>
#include <upc_collective.h>

#define N 3 /* elements a thread */

#define DEFINE(SUFFIX, T)                                                                                                  \
    shared [N] T from_##SUFFIX[N * THREADS];                                                                               \
    shared T result_##SUFFIX[3 * THREADS];                                                                                \
    static T larger_##SUFFIX(T a, T b) { return a > b ? a : b; }                                                           \
    static void check_##SUFFIX(upc_flag_t flags, int nosync)                                                               \
    {                                                                                                                      \
        T sum = 0;                                                                                                         \
        for (int i = 0; i < N; i++) from_##SUFFIX[N * MYTHREAD + i] = (T)(MYTHREAD + i + 1);                               \
        for (int i = 0; i < N * THREADS; i++) sum += (T)(i / N + i % N + 1);                                               \
        if (nosync) upc_barrier;                                                                                           \
        bupc_all_reduce_all##SUFFIX(result_##SUFFIX, from_##SUFFIX, UPC_ADD, N * THREADS, N, 0, flags);                    \
        if (nosync) upc_barrier;                                                                                           \
        CHECK(result_##SUFFIX[MYTHREAD] == sum);                                                                           \
        upc_barrier;                                                                                                       \
        bupc_all_reduce_all##SUFFIX(result_##SUFFIX, from_##SUFFIX, UPC_FUNC, N * THREADS, N, larger_##SUFFIX, flags);     \
        if (nosync) upc_barrier;                                                                                           \
        CHECK(result_##SUFFIX[MYTHREAD] == (T)(THREADS + N - 1));                                                          \
        upc_barrier;                                                                                                       \
        bupc_all_reduce_all##SUFFIX(result_##SUFFIX + 2, from_##SUFFIX, UPC_MIN, N * THREADS, N, 0, 0);                    \
        for (int t = 0; t < THREADS; t++) CHECK(result_##SUFFIX[2 + t] == 1);                                              \
        upc_barrier;                                                                                                       \
    }
DEFINE(C, signed char)
DEFINE(UC, unsigned char)
DEFINE(S, short)
DEFINE(US, unsigned short)
DEFINE(I, int)
DEFINE(UI, unsigned)
DEFINE(L, long)
DEFINE(UL, unsigned long)
DEFINE(F, float)
DEFINE(D, double)
DEFINE(LD, long double)

static void check_all(upc_flag_t flags, int nosync)
{
    check_C(flags, nosync);
    check_UC(flags, nosync);
    check_S(flags, nosync);
    check_US(flags, nosync);
    check_I(flags, nosync);
    check_UI(flags, nosync);
    check_L(flags, nosync);
    check_UL(flags, nosync);
    check_F(flags, nosync);
    check_D(flags, nosync);
    check_LD(flags, nosync);
}

int main(void)
{
    check_all(0, 0);
    check_all(UPC_IN_MYSYNC | UPC_OUT_MYSYNC, 0);
    check_all(UPC_IN_NOSYNC | UPC_OUT_NOSYNC, 1);
    bupc_all_reduce_allI(result_I, from_I, UPC_ADD, 0, N, 0, 0); /* nothing to reduce */
    PASS();
    return 0;
}
