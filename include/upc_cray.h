/* <upc_cray.h>: what Cray's UPC offers beyond the standard and programs use: atomic operations on
 * 64-bit integers, the number of the node. (Non-blocking copies, castability, collective
 * deallocation are in the standard since, and included here.)
 *
 *   _amo_NAME(p, ...)      p is a pointer-to-shared or a private pointer to long or unsigned long
 *   _amo_NAME_upc(p, ...)  p is a pointer-to-shared
 *
 *     aadd    adds, gives nothing back
 *     afadd   adds, gives the value before
 *     aaddf   adds, gives the value after
 *     and so for and (aandf, afand), nand, or, xor, max, min
 *     ax(p, a, x): (value & a) ^ x; aax gives nothing, afax the value before
 *     acswap(p, old, new), aswap(p, new)  give the value before;  aflush(p): a fence
 *
 * They order as relaxed accesses do. */
#ifndef POLDER_UPC_CRAY_H
#define POLDER_UPC_CRAY_H

#include <polder/atomic.h>
#include <stddef.h>
#include <upc.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <upc_types.h>

/* The number of the caller's node. */
int polder_mynode(void);
#define MYNODE polder_mynode()

/* The machine's clock; upc_ticks_to_ns converts differences. */
POLDER_INLINE long _rtc(void) { return (long)upc_ticks_now(); }

/* Operations of the processor; `value` is the operand. What lies on another node is left to the
 * library, which knows the operation by its bit (UPC_ADD and so on). */
#define POLDER_AMO(T, BEFORE, NAME, BIT)                                                           \
    POLDER_INLINE T BEFORE(volatile T *p, T value) {                                               \
        if (__builtin_expect(polder_elsewhere(p), 0))                                              \
            return (T)polder_atomic_elsewhere(BIT, UPC_UINT64, p, (unsigned long)value, 0, 0);     \
        return __atomic_##NAME(p, value, __ATOMIC_RELAXED);                                        \
    }
POLDER_AMO(long, polder_amo_afadd, fetch_add, 1UL << 0)
POLDER_AMO(unsigned long, polder_amo_afand, fetch_and, 1UL << 2)
POLDER_AMO(unsigned long, polder_amo_afor, fetch_or, 1UL << 3)
POLDER_AMO(unsigned long, polder_amo_afxor, fetch_xor, 1UL << 4)
POLDER_AMO(long, polder_amo_aswap, exchange_n, 1UL << 12)
#undef POLDER_AMO

POLDER_INLINE long polder_amo_acswap(volatile long *p, long old_value, long new_value) {
    if (__builtin_expect(polder_elsewhere(p), 0))
        return (long)polder_atomic_elsewhere(1UL << 13, UPC_UINT64, p, (unsigned long)old_value,
                                             (unsigned long)new_value, 0);
    __atomic_compare_exchange_n(p, &old_value, new_value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return old_value;
}
POLDER_INLINE long polder_amo_get(volatile long *p) {
    if (__builtin_expect(polder_elsewhere(p), 0))
        return (long)polder_atomic_elsewhere(1UL << 11, UPC_UINT64, p, 0, 0, 0);
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

/* Operations that the processor does not have: NEXT computes the new value from `was`. */
#define POLDER_AMO(T, NAME, PARAMETERS, NEXT)                                                      \
    POLDER_INLINE T NAME PARAMETERS {                                                              \
        T was = (T)polder_amo_get((volatile long *)p);                                             \
        T seen;                                                                                    \
        do {                                                                                       \
            seen = was;                                                                            \
            was = (T)polder_amo_acswap((volatile long *)p, (long)seen, (long)(NEXT));              \
        } while (was != seen);                                                                     \
        return was;                                                                                \
    }
POLDER_AMO(long, polder_amo_afmax, (volatile long *p, long value), was > value ? was : value)
POLDER_AMO(long, polder_amo_afmin, (volatile long *p, long value), was < value ? was : value)
POLDER_AMO(unsigned long, polder_amo_afnand, (volatile unsigned long *p, unsigned long value),
           ~(was &value))
POLDER_AMO(unsigned long, polder_amo_afax,
           (volatile unsigned long *p, unsigned long mask, unsigned long flip), (was & mask) ^ flip)
#undef POLDER_AMO

/* The value after, of the value before. */
#define POLDER_AMO(T, AFTER, BEFORE, NEXT)                                                         \
    POLDER_INLINE T AFTER(volatile T *p, T value) {                                                \
        const T was = BEFORE(p, value);                                                            \
        return NEXT;                                                                               \
    }
POLDER_AMO(long, polder_amo_aaddf, polder_amo_afadd,
           (long)((unsigned long)was + (unsigned long)value))
POLDER_AMO(unsigned long, polder_amo_aandf, polder_amo_afand, was &value)
POLDER_AMO(unsigned long, polder_amo_anandf, polder_amo_afnand, ~(was &value))
POLDER_AMO(unsigned long, polder_amo_aorf, polder_amo_afor, was | value)
POLDER_AMO(unsigned long, polder_amo_axorf, polder_amo_afxor, was ^ value)
POLDER_AMO(long, polder_amo_amaxf, polder_amo_afmax, was > value ? was : value)
POLDER_AMO(long, polder_amo_aminf, polder_amo_afmin, was < value ? was : value)
#undef POLDER_AMO

/* A cast gives an address, whatever kind of pointer it was: of an object of the node, or one that
 * polder_elsewhere knows. */
#define _amo_aadd(p, v) ((void)polder_amo_afadd((volatile long *)(p), v))
#define _amo_afadd(p, v) polder_amo_afadd((volatile long *)(p), v)
#define _amo_aaddf(p, v) polder_amo_aaddf((volatile long *)(p), v)
#define _amo_aax(p, a, x) ((void)polder_amo_afax((volatile unsigned long *)(p), a, x))
#define _amo_afax(p, a, x) polder_amo_afax((volatile unsigned long *)(p), a, x)
#define _amo_aandf(p, v) polder_amo_aandf((volatile unsigned long *)(p), v)
#define _amo_afand(p, v) polder_amo_afand((volatile unsigned long *)(p), v)
#define _amo_anandf(p, v) polder_amo_anandf((volatile unsigned long *)(p), v)
#define _amo_afnand(p, v) polder_amo_afnand((volatile unsigned long *)(p), v)
#define _amo_aorf(p, v) polder_amo_aorf((volatile unsigned long *)(p), v)
#define _amo_afor(p, v) polder_amo_afor((volatile unsigned long *)(p), v)
#define _amo_axorf(p, v) polder_amo_axorf((volatile unsigned long *)(p), v)
#define _amo_afxor(p, v) polder_amo_afxor((volatile unsigned long *)(p), v)
#define _amo_amax(p, v) ((void)polder_amo_afmax((volatile long *)(p), v))
#define _amo_afmax(p, v) polder_amo_afmax((volatile long *)(p), v)
#define _amo_amaxf(p, v) polder_amo_amaxf((volatile long *)(p), v)
#define _amo_amin(p, v) ((void)polder_amo_afmin((volatile long *)(p), v))
#define _amo_afmin(p, v) polder_amo_afmin((volatile long *)(p), v)
#define _amo_aminf(p, v) polder_amo_aminf((volatile long *)(p), v)
#define _amo_acswap(p, o, n) polder_amo_acswap((volatile long *)(p), o, n)
#define _amo_aswap(p, v) polder_amo_aswap((volatile long *)(p), v)
#define _amo_aflush(p) ((void)(p), polder_fence())

#define _amo_aadd_upc _amo_aadd
#define _amo_afadd_upc _amo_afadd
#define _amo_aaddf_upc _amo_aaddf
#define _amo_aax_upc _amo_aax
#define _amo_afax_upc _amo_afax
#define _amo_aandf_upc _amo_aandf
#define _amo_afand_upc _amo_afand
#define _amo_anandf_upc _amo_anandf
#define _amo_afnand_upc _amo_afnand
#define _amo_aorf_upc _amo_aorf
#define _amo_afor_upc _amo_afor
#define _amo_axorf_upc _amo_axorf
#define _amo_afxor_upc _amo_afxor
#define _amo_amax_upc _amo_amax
#define _amo_afmax_upc _amo_afmax
#define _amo_amaxf_upc _amo_amaxf
#define _amo_amin_upc _amo_amin
#define _amo_afmin_upc _amo_afmin
#define _amo_aminf_upc _amo_aminf
#define _amo_acswap_upc _amo_acswap
#define _amo_aswap_upc _amo_aswap
#define _amo_aflush_upc _amo_aflush

#endif
