/* Atomic operations in place. Part of <polder/atomics.h>; programs do not include it. Rules: here.h
 *
 * Operations on integers that are one instruction. The orders are those that the library's
 * operations have on this node. Floats, minima, maxima and products are left to the library. */
#ifndef POLDER_INLINE_ATOMICS_H
#define POLDER_INLINE_ATOMICS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef POLDER_IN_PLACE

#ifdef __cplusplus
extern "C" {
#endif

POLDER_LIBRARY(uint64_t, polder_fetch_add, (polder_ga target, uint64_t operand));
POLDER_IN_PLACE uint64_t polder_fetch_add(polder_ga target, uint64_t operand) {
    if (polder_here_has_word(target, 8))
        return __atomic_fetch_add((polder_here_word8 *)polder_here_at(target), operand,
                                  __ATOMIC_ACQ_REL);
    return polder_fetch_add_of_library(target, operand);
}

POLDER_LIBRARY(uint64_t, polder_fetch, (polder_ga target));
POLDER_IN_PLACE uint64_t polder_fetch(polder_ga target) {
    if (polder_here_has_word(target, 8))
        return __atomic_load_n((polder_here_word8 *)polder_here_at(target), __ATOMIC_RELAXED);
    return polder_fetch_of_library(target);
}

POLDER_LIBRARY(uint64_t, polder_swap, (polder_ga target, uint64_t value));
POLDER_IN_PLACE uint64_t polder_swap(polder_ga target, uint64_t value) {
    if (polder_here_has_word(target, 8))
        return __atomic_exchange_n((polder_here_word8 *)polder_here_at(target), value,
                                   __ATOMIC_ACQ_REL);
    return polder_swap_of_library(target, value);
}

POLDER_LIBRARY(uint64_t, polder_compare_swap,
               (polder_ga target, uint64_t expected, uint64_t desired));
POLDER_IN_PLACE uint64_t polder_compare_swap(polder_ga target, uint64_t expected,
                                             uint64_t desired) {
    polder_here_word8 seen = expected;
    if (!polder_here_has_word(target, 8))
        return polder_compare_swap_of_library(target, expected, desired);
    __atomic_compare_exchange_n((polder_here_word8 *)polder_here_at(target), &seen, desired, 0,
                                __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    return seen;
}

#define POLDER_HERE_ONE_INSTRUCTION                                                                \
    (1U << POLDER_GET | 1U << POLDER_SET | 1U << POLDER_ADD | 1U << POLDER_SUB |                   \
     1U << POLDER_AND | 1U << POLDER_OR | 1U << POLDER_XOR | 1U << POLDER_INC | 1U << POLDER_DEC | \
     1U << POLDER_SWAP | 1U << POLDER_CSWAP)

#define POLDER_HERE_ATOMIC(name, word)                                                             \
    POLDER_HERE_INLINE word name(polder_operation operation, word *at, const void *operand,        \
                                 const void *second) {                                             \
        word a = 0, b = 0;                                                                         \
        if (operand) __builtin_memcpy(&a, operand, sizeof a);                                      \
        if (second) __builtin_memcpy(&b, second, sizeof b);                                        \
        switch (operation) {                                                                       \
        case POLDER_GET: return __atomic_load_n(at, __ATOMIC_RELAXED);                             \
        case POLDER_ADD: return __atomic_fetch_add(at, a, __ATOMIC_ACQ_REL);                       \
        case POLDER_SUB: return __atomic_fetch_sub(at, a, __ATOMIC_ACQ_REL);                       \
        case POLDER_AND: return __atomic_fetch_and(at, a, __ATOMIC_ACQ_REL);                       \
        case POLDER_OR: return __atomic_fetch_or(at, a, __ATOMIC_ACQ_REL);                         \
        case POLDER_XOR: return __atomic_fetch_xor(at, a, __ATOMIC_ACQ_REL);                       \
        case POLDER_INC: return __atomic_fetch_add(at, (word)1, __ATOMIC_ACQ_REL);                 \
        case POLDER_DEC: return __atomic_fetch_sub(at, (word)1, __ATOMIC_ACQ_REL);                 \
        case POLDER_CSWAP:                                                                         \
            __atomic_compare_exchange_n(at, &a, b, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);         \
            return a;                                                                              \
        default: return __atomic_exchange_n(at, a, __ATOMIC_ACQ_REL); /* SET and SWAP */           \
        }                                                                                          \
    }
POLDER_HERE_ATOMIC(polder_here_atomic4, polder_here_word4)
POLDER_HERE_ATOMIC(polder_here_atomic8, polder_here_word8)
#undef POLDER_HERE_ATOMIC

POLDER_LIBRARY(void, polder_atomic_do,
               (polder_type type, polder_operation operation, polder_ga target, const void *operand,
                const void *second, void *before));
POLDER_IN_PLACE void polder_atomic_do(polder_type type, polder_operation operation,
                                      polder_ga target, const void *operand, const void *second,
                                      void *before) {
    int known = __builtin_constant_p(type) && __builtin_constant_p(operation) &&
                operation <= POLDER_CSWAP && (1U << operation & POLDER_HERE_ONE_INSTRUCTION) &&
                (before || operation != POLDER_GET);
    if (known && (type == POLDER_I32 || type == POLDER_U32) && polder_here_has_word(target, 4)) {
        const polder_here_word4 was = polder_here_atomic4(
            operation, (polder_here_word4 *)polder_here_at(target), operand, second);
        if (before && operation != POLDER_SET) __builtin_memcpy(before, &was, sizeof was);
        return;
    }
    if (known && (type == POLDER_I64 || type == POLDER_U64) && polder_here_has_word(target, 8)) {
        const polder_here_word8 was = polder_here_atomic8(
            operation, (polder_here_word8 *)polder_here_at(target), operand, second);
        if (before && operation != POLDER_SET) __builtin_memcpy(before, &was, sizeof was);
        return;
    }
    polder_atomic_do_of_library(type, operation, target, operand, second, before);
}
#undef POLDER_HERE_ONE_INSTRUCTION

#ifdef __cplusplus
}
#endif

#endif
#endif
