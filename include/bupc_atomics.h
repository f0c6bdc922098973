/* <bupc_atomics.h>: atomic operations on single objects, as Berkeley UPC spells them:
 * bupc_atomic<code>_<operation>_<mode>. Included by <bupc_extensions.h>.
 *
 *   code        I int, UI, L long, UL, I32, U32, I64, U64; F float and D double have the first four
 *               operations and fetchadd
 *   operation   read(p), set(p, value), swap(p, value), cswap(p, old, new), fetchadd(p, value),
 *               fetchand, fetchor, fetchxor, fetchnot(p), mswap(p, mask, value): replaces the bits
 *               of the mask. All but set return the value before; cswap stores if that is `old`
 *               (compared bit by bit)
 *   mode        relaxed, strict: p is shared void *, and they order as relaxed and strict accesses
 *               do. Private: p is void *, an object that the calling thread reaches as local
 *               memory; relaxed
 *
 * Between two barriers an object is either used by these operations only, or by none. They become
 * the processor's own instructions in place: a cast gives the address of any object of the node.
 * For an object of another node the library does them. */
#ifndef POLDER_BUPC_ATOMICS_H
#define POLDER_BUPC_ATOMICS_H

#include <polder/atomic.h>
#include <stdint.h>
#include <upc_types.h>

/* Around a strict read-modify-write: x86 orders everything across such an instruction by itself.
 * The library has the fences for memory of other nodes. Where the object is near, *_here comes
 * first, as earlier accesses of the thread may still be far. The fence of the compiler is C11's,
 * not assembly that clobbers memory. Behind the latter gcc would read polder_node anew, const as it
 * is, and tests of it would not fold in code for one node. */
POLDER_INLINE void polder_strict_update(void) {
#if defined(__x86_64__)
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
POLDER_INLINE void polder_strict_here(void) { polder_strict_begin(); }
POLDER_INLINE void polder_relaxed_here(void) {}
POLDER_INLINE void polder_private_here(void) {}
POLDER_INLINE void polder_strict_before(void) {
    polder_strict_update();
#if defined(__x86_64__)
    __asm__ __volatile__("lock; orq $0, (%%rsp)" ::: "cc");
    polder_strict_update();
#endif
}
POLDER_INLINE void polder_strict_after(void) { polder_strict_update(); }
POLDER_INLINE void polder_relaxed_update(void) {}
POLDER_INLINE void polder_relaxed_before(void) {}
POLDER_INLINE void polder_relaxed_after(void) {}
POLDER_INLINE void polder_private_update(void) {}
POLDER_INLINE void polder_private_before(void) {}
POLDER_INLINE void polder_private_after(void) {}

/* Objects of other nodes, and the values of operands and results as words. */
POLDER_INLINE int polder_relaxed_elsewhere(const volatile void *at) { return polder_elsewhere(at); }
POLDER_INLINE int polder_strict_elsewhere(const volatile void *at) { return polder_elsewhere(at); }
POLDER_INLINE int polder_private_elsewhere(const volatile void *at) {
    (void)at;
    return 0;
}
enum { polder_relaxed_ordered = 0, polder_strict_ordered = 1, polder_private_ordered = 0 };
POLDER_INLINE unsigned long polder_bits(const void *value, unsigned long size) {
    unsigned long bits = 0;
    __builtin_memcpy(&bits, value, size);
    return bits;
}
#define POLDER_BITS(value) polder_bits(&(value), sizeof(value))
/* TYPE: of the values; bitwise operations and comparisons take the unsigned integer of the size. */
#define POLDER_WORD(T) (sizeof(T) == 4 ? UPC_UINT32 : UPC_UINT64)
#define POLDER_THERE(OP, TYPE, MODE, first, second)                                                \
    do {                                                                                           \
        const unsigned long polder_was =                                                           \
            polder_atomic_elsewhere(OP, TYPE, at, first, second, polder_##MODE##_ordered);         \
        __builtin_memcpy(&was, &polder_was, sizeof was);                                           \
    } while (0)

/* Every update: HERE or THERE computes `was` on `at`. */
#define POLDER_UPDATE(T, CODE, NAME, MODE, PARAMETERS, HERE, THERE)                                \
    POLDER_INLINE T bupc_atomic##CODE##_##NAME##_##MODE PARAMETERS {                               \
        T *at = (T *)p;                                                                            \
        T was;                                                                                     \
        polder_##MODE##_update();                                                                  \
        if (__builtin_expect(polder_##MODE##_elsewhere(at), 0)) {                                  \
            THERE;                                                                                 \
        } else {                                                                                   \
            polder_##MODE##_here();                                                                \
            HERE;                                                                                  \
        }                                                                                          \
        polder_##MODE##_update();                                                                  \
        return was;                                                                                \
    }

#define POLDER_ATOMIC_ACCESS(T, CODE, MODE, POINTER, ORDER)                                        \
    POLDER_INLINE T bupc_atomic##CODE##_read_##MODE(POINTER p) {                                   \
        T *at = (T *)p;                                                                            \
        T was;                                                                                     \
        if (__builtin_expect(polder_##MODE##_elsewhere(at), 0)) {                                  \
            POLDER_THERE(1UL << 11, POLDER_WORD(T), MODE, 0, 0);                                   \
        } else {                                                                                   \
            polder_##MODE##_here();                                                                \
            polder_##MODE##_before();                                                              \
            __atomic_load(at, &was, ORDER);                                                        \
        }                                                                                          \
        return was;                                                                                \
    }                                                                                              \
    POLDER_INLINE void bupc_atomic##CODE##_set_##MODE(POINTER p, T value) {                        \
        T *at = (T *)p;                                                                            \
        if (__builtin_expect(polder_##MODE##_elsewhere(at), 0)) {                                  \
            (void)polder_atomic_elsewhere(1UL << 12, POLDER_WORD(T), at, POLDER_BITS(value), 0,    \
                                          polder_##MODE##_ordered);                                \
        } else {                                                                                   \
            polder_##MODE##_here();                                                                \
            __atomic_store(at, &value, ORDER);                                                     \
            polder_##MODE##_after();                                                               \
        }                                                                                          \
    }                                                                                              \
    POLDER_UPDATE(T, CODE, swap, MODE, (POINTER p, T value),                                       \
                  __atomic_exchange(at, &value, &was, ORDER),                                      \
                  POLDER_THERE(1UL << 12, POLDER_WORD(T), MODE, POLDER_BITS(value), 0))            \
    POLDER_UPDATE(T, CODE, cswap, MODE, (POINTER p, T old_value, T new_value), was = old_value;    \
                  __atomic_compare_exchange(at, &was, &new_value, 0, ORDER, ORDER),                \
                  POLDER_THERE(1UL << 13, POLDER_WORD(T), MODE, POLDER_BITS(old_value),            \
                               POLDER_BITS(new_value)))

#define POLDER_ATOMIC_FETCH(T, CODE, NAME, OP, MODE, POINTER, ORDER)                               \
    POLDER_UPDATE(T, CODE, fetch##NAME, MODE, (POINTER p, T value),                                \
                  was = __atomic_fetch_##NAME(at, value, ORDER),                                   \
                  POLDER_THERE(OP, POLDER_WORD(T), MODE, POLDER_BITS(value), 0))

#define POLDER_ATOMIC_INTEGER(T, CODE, MODE, POINTER, ORDER)                                       \
    POLDER_ATOMIC_FETCH(T, CODE, add, 1UL << 0, MODE, POINTER, ORDER)                              \
    POLDER_ATOMIC_FETCH(T, CODE, and, 1UL << 2, MODE, POINTER, ORDER)                              \
    POLDER_ATOMIC_FETCH(T, CODE, or, 1UL << 3, MODE, POINTER, ORDER)                               \
    POLDER_ATOMIC_FETCH(T, CODE, xor, 1UL << 4, MODE, POINTER, ORDER)                              \
    POLDER_UPDATE(T, CODE, fetchnot, MODE, (POINTER p),                                            \
                  was = __atomic_fetch_xor(at, ~(T)0, ORDER),                                      \
                  POLDER_THERE(1UL << 4, POLDER_WORD(T), MODE, ~0UL, 0))                           \
    POLDER_UPDATE(                                                                                 \
        T, CODE, mswap, MODE, (POINTER p, T mask, T value),                                        \
        was = __atomic_load_n(at, __ATOMIC_RELAXED);                                               \
        while (!__atomic_compare_exchange_n(at, &was, (was & ~mask) | (value & mask), 1, ORDER,    \
                                            __ATOMIC_RELAXED)),                                    \
        T seen;                                                                                    \
        POLDER_THERE(1UL << 11, POLDER_WORD(T), MODE, 0, 0); do {                                  \
            const T next = (was & ~mask) | (value & mask);                                         \
            seen = was;                                                                            \
            POLDER_THERE(1UL << 13, POLDER_WORD(T), MODE, POLDER_BITS(seen), POLDER_BITS(next));   \
        } while (was != seen))

#define POLDER_ATOMIC_FLOATING(T, CODE, MODE, POINTER, ORDER)                                      \
    POLDER_UPDATE(T, CODE, fetchadd, MODE, (POINTER p, T value), T sum;                            \
                  __atomic_load(at, &was, __ATOMIC_RELAXED); do sum = was + value;                 \
                  while (!__atomic_compare_exchange(at, &was, &sum, 1, ORDER, __ATOMIC_RELAXED)),  \
                  POLDER_THERE(1UL << 0, sizeof(T) == 4 ? UPC_FLOAT : UPC_DOUBLE, MODE,            \
                               POLDER_BITS(value), 0))

#define POLDER_ATOMIC_MODES(T, CODE, KIND)                                                         \
    POLDER_ATOMIC_ACCESS(T, CODE, relaxed, shared void *, __ATOMIC_RELAXED)                        \
    POLDER_ATOMIC_ACCESS(T, CODE, private, void *, __ATOMIC_RELAXED)                               \
    POLDER_ATOMIC_ACCESS(T, CODE, strict, shared void *, __ATOMIC_SEQ_CST)                         \
    POLDER_ATOMIC_##KIND(T, CODE, relaxed, shared void *, __ATOMIC_RELAXED)                        \
        POLDER_ATOMIC_##KIND(T, CODE, private, void *, __ATOMIC_RELAXED)                           \
            POLDER_ATOMIC_##KIND(T, CODE, strict, shared void *, __ATOMIC_SEQ_CST)

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

#undef POLDER_BITS
#undef POLDER_WORD
#undef POLDER_THERE
#undef POLDER_UPDATE
#undef POLDER_ATOMIC_ACCESS
#undef POLDER_ATOMIC_FETCH
#undef POLDER_ATOMIC_INTEGER
#undef POLDER_ATOMIC_FLOATING
#undef POLDER_ATOMIC_MODES

#endif
