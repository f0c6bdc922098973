// Berkeley atomics: values of every operation in every mode on every type, and counters that only
// atomic updates get right.
#include "check.h"
#include <bupc_extensions.h>

#define ROUNDS often(1000, 20)

shared long double room; /* aligned for every type */

/* The value before, and the value there afterwards. */
#define STEP(CODE, MODE, CALL, BEFORE, AFTER)                                                                              \
    do {                                                                                                                   \
        CHECK((CALL) == (BEFORE));                                                                                         \
        CHECK(bupc_atomic##CODE##_read_##MODE(p) == (AFTER));                                                              \
    } while (0)

#define ACCESS(T, CODE, MODE)                                                                                              \
    bupc_atomic##CODE##_set_##MODE(p, (T)12);                                                                              \
    CHECK(bupc_atomic##CODE##_read_##MODE(p) == (T)12);                                                                    \
    STEP(CODE, MODE, bupc_atomic##CODE##_swap_##MODE(p, (T)-5), (T)12, (T)-5);                                             \
    STEP(CODE, MODE, bupc_atomic##CODE##_cswap_##MODE(p, (T)6, (T)7), (T)-5, (T)-5);                                       \
    STEP(CODE, MODE, bupc_atomic##CODE##_cswap_##MODE(p, (T)-5, (T)7), (T)-5, (T)7);                                       \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchadd_##MODE(p, (T)5), (T)7, (T)12);                                           \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchadd_##MODE(p, (T)-2), (T)12, (T)10);

#define BITS(T, CODE, MODE)                                                                                                \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchand_##MODE(p, (T)6), (T)10, (T)2);                                           \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchor_##MODE(p, (T)9), (T)2, (T)11);                                            \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchxor_##MODE(p, (T)3), (T)11, (T)8);                                           \
    STEP(CODE, MODE, bupc_atomic##CODE##_fetchnot_##MODE(p), (T)8, (T)~(T)8);                                              \
    STEP(CODE, MODE, bupc_atomic##CODE##_swap_##MODE(p, (T)9), (T)~(T)8, (T)9);                                            \
    STEP(CODE, MODE, bupc_atomic##CODE##_mswap_##MODE(p, (T)7, (T)0xfe), (T)9, (T)14);

#define NO_BITS(T, CODE, MODE)

/* Sums by all threads together: each way of adding one. */
#define COUNT(T, CODE, MODE)                                                                                               \
    for (int i = 0; i < ROUNDS; i++) {                                                                                     \
        T seen = bupc_atomic##CODE##_fetchadd_##MODE(&room, 1);                                                            \
        for (T now;; seen = now) {                                                                                         \
            now = bupc_atomic##CODE##_cswap_##MODE(&room, seen, seen + 1);                                                 \
            if (now == seen) break;                                                                                        \
        }                                                                                                                  \
    }

#define DEFINE(T, CODE, WITH_BITS)                                                                                         \
    static void check_##CODE(void)                                                                                         \
    {                                                                                                                      \
        if (MYTHREAD == THREADS - 1) {                                                                                     \
            shared void *p = &room;                                                                                        \
            ACCESS(T, CODE, relaxed) WITH_BITS(T, CODE, relaxed)                                                           \
            ACCESS(T, CODE, strict) WITH_BITS(T, CODE, strict)                                                             \
        }                                                                                                                  \
        upc_barrier;                                                                                                       \
        if (MYTHREAD == 0) {                                                                                               \
            void *p = (void *)&room;                                                                                       \
            ACCESS(T, CODE, private) WITH_BITS(T, CODE, private)                                                           \
            bupc_atomic##CODE##_set_strict(&room, 0);                                                                      \
        }                                                                                                                  \
        upc_barrier;                                                                                                       \
        COUNT(T, CODE, relaxed) COUNT(T, CODE, strict)                                                                     \
        upc_barrier;                                                                                                       \
        CHECK(bupc_atomic##CODE##_read_strict(&room) == (T)(4 * ROUNDS * THREADS));                                        \
        upc_barrier;                                                                                                       \
    }

DEFINE(int, I, BITS)
DEFINE(unsigned, UI, BITS)
DEFINE(long, L, BITS)
DEFINE(unsigned long, UL, BITS)
DEFINE(int32_t, I32, BITS)
DEFINE(uint32_t, U32, BITS)
DEFINE(int64_t, I64, BITS)
DEFINE(uint64_t, U64, BITS)
DEFINE(float, F, NO_BITS)
DEFINE(double, D, NO_BITS)

int main(void)
{
    check_I();
    check_UI();
    check_L();
    check_UL();
    check_I32();
    check_U32();
    check_I64();
    check_U64();
    check_F();
    check_D();
    PASS();
    return 0;
}
