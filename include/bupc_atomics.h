/* <bupc_atomics.h>: atomic operations on single objects, as Berkeley UPC spells them: bupc_atomic<code>_<operation>_<mode>.
 * Included by <bupc_extensions.h>.
 *
 *   code        I int, UI, L long, UL, I32, U32, I64, U64; F float and D double have the first four operations and fetchadd
 *   operation   read(p), set(p, value), swap(p, value), cswap(p, old, new), fetchadd(p, value), fetchand, fetchor, fetchxor,
 *               fetchnot(p), mswap(p, mask, value): replaces the bits of the mask. All but set return the value before;
 *               cswap stores if that is `old` (compared bit by bit)
 *   mode        relaxed, strict: p is shared void *, and they order as relaxed and strict accesses do;
 *               private: p is void *, an object that the calling thread reaches as local memory; relaxed
 *
 * Between two barriers an object is either used by these operations only, or by none. They become the processor's own
 * instructions in place: a cast gives the address of any object of the node. */
#ifndef POLDER_BUPC_ATOMICS_H
#define POLDER_BUPC_ATOMICS_H

#include <polder/abi.h>
#include <stdint.h>

/* Around a strict read-modify-write: x86 orders everything across such an instruction by itself. */
POLDER_INLINE void polder_strict_update(void) {
#if defined(__x86_64__)
    __asm__ __volatile__("" ::: "memory");
#else
    polder_fence();
#endif
}
POLDER_INLINE void polder_relaxed_update(void) {}
POLDER_INLINE void polder_relaxed_before(void) {}
POLDER_INLINE void polder_relaxed_after(void) {}

/* Every update: `HOW` computes `was` on `at`. */
#define POLDER_UPDATE(T, CODE, NAME, MODE, AROUND, POINTER, PARAMETERS, HOW)                                           \
    POLDER_INLINE T bupc_atomic##CODE##_##NAME##_##MODE PARAMETERS {                                                   \
        T *at = (T *)p;                                                                                                \
        T was;                                                                                                         \
        polder_##AROUND##_update();                                                                                    \
        HOW;                                                                                                           \
        polder_##AROUND##_update();                                                                                    \
        return was;                                                                                                    \
    }

#define POLDER_ATOMIC_ACCESS(T, CODE, MODE, AROUND, POINTER, ORDER, BEFORE, AFTER)                                     \
    POLDER_INLINE T bupc_atomic##CODE##_read_##MODE(POINTER p) {                                                       \
        T value;                                                                                                       \
        BEFORE();                                                                                                      \
        __atomic_load((T *)p, &value, ORDER);                                                                          \
        return value;                                                                                                  \
    }                                                                                                                  \
    POLDER_INLINE void bupc_atomic##CODE##_set_##MODE(POINTER p, T value) {                                            \
        __atomic_store((T *)p, &value, ORDER);                                                                         \
        AFTER();                                                                                                       \
    }                                                                                                                  \
    POLDER_UPDATE(T, CODE, swap, MODE, AROUND, POINTER, (POINTER p, T value), __atomic_exchange(at, &value, &was, ORDER)) \
    POLDER_UPDATE(T, CODE, cswap, MODE, AROUND, POINTER, (POINTER p, T old_value, T new_value), was = old_value;       \
                  __atomic_compare_exchange(at, &was, &new_value, 0, ORDER, ORDER))

#define POLDER_ATOMIC_INTEGER(T, CODE, MODE, AROUND, POINTER, ORDER)                                                   \
    POLDER_UPDATE(T, CODE, fetchadd, MODE, AROUND, POINTER, (POINTER p, T value),                                      \
                  was = __atomic_fetch_add(at, value, ORDER))                                                          \
    POLDER_UPDATE(T, CODE, fetchand, MODE, AROUND, POINTER, (POINTER p, T value),                                      \
                  was = __atomic_fetch_and(at, value, ORDER))                                                          \
    POLDER_UPDATE(T, CODE, fetchor, MODE, AROUND, POINTER, (POINTER p, T value),                                       \
                  was = __atomic_fetch_or(at, value, ORDER))                                                           \
    POLDER_UPDATE(T, CODE, fetchxor, MODE, AROUND, POINTER, (POINTER p, T value),                                      \
                  was = __atomic_fetch_xor(at, value, ORDER))                                                          \
    POLDER_UPDATE(T, CODE, fetchnot, MODE, AROUND, POINTER, (POINTER p), was = __atomic_fetch_xor(at, ~(T)0, ORDER))   \
    POLDER_UPDATE(T, CODE, mswap, MODE, AROUND, POINTER, (POINTER p, T mask, T value),                                 \
                  was = __atomic_load_n(at, __ATOMIC_RELAXED);                                                         \
                  while (!__atomic_compare_exchange_n(at, &was, (was & ~mask) | (value & mask), 1, ORDER,              \
                                                      __ATOMIC_RELAXED)))

#define POLDER_ATOMIC_FLOATING(T, CODE, MODE, AROUND, POINTER, ORDER)                                                  \
    POLDER_UPDATE(T, CODE, fetchadd, MODE, AROUND, POINTER, (POINTER p, T value), T sum;                               \
                  __atomic_load(at, &was, __ATOMIC_RELAXED);                                                           \
                  do sum = was + value; while (!__atomic_compare_exchange(at, &was, &sum, 1, ORDER, __ATOMIC_RELAXED)))

#define POLDER_ATOMIC_MODES(T, CODE, KIND)                                                                             \
    POLDER_ATOMIC_ACCESS(T, CODE, relaxed, relaxed, shared void *, __ATOMIC_RELAXED, polder_relaxed_before,            \
                         polder_relaxed_after)                                                                         \
    POLDER_ATOMIC_ACCESS(T, CODE, private, relaxed, void *, __ATOMIC_RELAXED, polder_relaxed_before,                   \
                         polder_relaxed_after)                                                                         \
    POLDER_ATOMIC_ACCESS(T, CODE, strict, strict, shared void *, __ATOMIC_SEQ_CST, polder_before_strict_load,          \
                         polder_after_strict_store)                                                                    \
    POLDER_ATOMIC_##KIND(T, CODE, relaxed, relaxed, shared void *, __ATOMIC_RELAXED)                                   \
    POLDER_ATOMIC_##KIND(T, CODE, private, relaxed, void *, __ATOMIC_RELAXED)                                          \
    POLDER_ATOMIC_##KIND(T, CODE, strict, strict, shared void *, __ATOMIC_SEQ_CST)

POLDER_ATOMIC_MODES(int, I, INTEGER)
POLDER_ATOMIC_MODES(unsigned int, UI, INTEGER)
POLDER_ATOMIC_MODES(long, L, INTEGER)
POLDER_ATOMIC_MODES(unsigned long, UL, INTEGER)
POLDER_ATOMIC_MODES(int32_t, I32, INTEGER)
POLDER_ATOMIC_MODES(uint32_t, U32, INTEGER)
POLDER_ATOMIC_MODES(int64_t, I64, INTEGER)
POLDER_ATOMIC_MODES(uint64_t, U64, INTEGER)
POLDER_ATOMIC_MODES(float, F, FLOATING)
POLDER_ATOMIC_MODES(double, D, FLOATING)

#undef POLDER_UPDATE
#undef POLDER_ATOMIC_ACCESS
#undef POLDER_ATOMIC_INTEGER
#undef POLDER_ATOMIC_FLOATING
#undef POLDER_ATOMIC_MODES

#endif
