/* OpenSHMEM on the caller's node, in place. Part of <shmem.h>; programs do not include it.
 *
 * A symmetric address is translated with one test of a range, or two (place.h): heap or static
 * variable. What fails them, other nodes and mistakes, is left to the library. The definitions are
 * gnu_inline: no code of theirs is ever emitted but where it is inlined.
 *
 * Loops. All but the test and the access moves out of a loop over one PE's memory:
 *   - what place.h declares cannot be changed by the stores of the loop;
 *   - the limit of the test is 0 if the PE is not on this node, so that is not tested in the loop;
 *   - the library's part of p and g is `pure`: what it changes is of other nodes.
 * Each call counts all the same: behind it a volatile store uses its result. Compilers neither
 * leave that out nor join two calls across it, as a pure function may read what it stores. No asm
 * statement does that, as clang takes a volatile one for a store to anything.
 *
 * A single element is read and written as volatile, so that a loop around shmem_g sees what
 * changes. */
#ifndef POLDER_SHMEM_INLINE_H
#define POLDER_SHMEM_INLINE_H

#include <polder/inline/watched.h>

#if defined __GNUC__ && defined __OPTIMIZE__ && !defined POLDER_WATCHED

#include <polder/shmem/place.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POLDER_SHMEM_INLINE extern __inline__ __attribute__((gnu_inline))
/* Before the compiler asks what is known of the arguments (POLDER_SHMEM_NAMED). */
#define POLDER_SHMEM_ALWAYS extern __inline__ __attribute__((gnu_inline, always_inline))

/* What a symmetric address and a PE lead to, before the address is tested. */
struct polder_shmem_target {
    unsigned long offset;  /* of the address */
    unsigned long segment; /* where the PE's begins */
    unsigned long mask;    /* of limits of offsets: 0 if the PE is not on this node */
};
POLDER_SHMEM_ALWAYS struct polder_shmem_target polder_shmem_target_of(const volatile void *address,
                                                                      int pe) {
    const unsigned long rank = (unsigned long)(unsigned)pe - POLDER_SHMEM_HERE(first);
    struct polder_shmem_target target;
    target.offset = (unsigned long)address - POLDER_SHMEM_HERE(heap);
    target.segment = POLDER_SHMEM_HERE(base) + (rank << POLDER_SHMEM_HERE(shift));
    target.mask = -(unsigned long)(rank < POLDER_SHMEM_HERE(near));
    return target;
}
#define POLDER_SHMEM_IN_HEAP(target)                                                               \
    ((target).offset < ((target).mask & POLDER_SHMEM_HERE(heap_bytes)))
#define POLDER_SHMEM_IN_IMAGE(target)                                                              \
    ((target).offset - POLDER_SHMEM_HERE(image) < ((target).mask & POLDER_SHMEM_HERE(image_bytes)))
/* An address that the compiler knows the object of is a variable's, not of the heap. That is known
 * at compile time, so one of the two tests comes first in each place of the program. Of any index
 * gcc knows it from 12 on, others know it of constant ones: the size of the rest is no constant -1
 * then. */
#if !defined __clang__ && __GNUC__ >= 12
#define POLDER_SHMEM_REST_UNKNOWN(address) (__builtin_dynamic_object_size(address, 0) == (size_t)-1)
#define POLDER_SHMEM_NAMED(address)                                                                \
    (!__builtin_constant_p(POLDER_SHMEM_REST_UNKNOWN(address)) ||                                  \
     !POLDER_SHMEM_REST_UNKNOWN(address))
#else
#define POLDER_SHMEM_NAMED(address) (__builtin_object_size(address, 0) != (size_t)-1)
#endif
#define POLDER_SHMEM_FIRST_IN(named, target)                                                       \
    __builtin_expect((named) ? POLDER_SHMEM_IN_IMAGE(target) : POLDER_SHMEM_IN_HEAP(target), 1)
#define POLDER_SHMEM_SECOND_IN(named, target)                                                      \
    ((named) ? POLDER_SHMEM_IN_HEAP(target) : POLDER_SHMEM_IN_IMAGE(target))
#define POLDER_SHMEM_PLACE(in_image, target)                                                       \
    ((target).segment + ((in_image) ? POLDER_SHMEM_HERE(image_reach) : 0) + (target).offset)
/* Stands behind the first test. Without it compilers choose the variables of a loop so that they
 * suit the second test. */
#define POLDER_SHMEM_OPAQUE(target) __asm__("" : "+r"((target).offset))

/* Whether the object of that PE is in reach of loads and stores, and then where. */
POLDER_SHMEM_ALWAYS int polder_shmem_near(const volatile void *address, int pe, unsigned long *at) {
    const struct polder_shmem_target target = polder_shmem_target_of(address, pe);
    *at = target.segment + target.offset;
    if (__builtin_expect(POLDER_SHMEM_IN_HEAP(target), 1)) return 1;
    *at += POLDER_SHMEM_HERE(image_reach);
    return POLDER_SHMEM_IN_IMAGE(target);
}

#define POLDER_SHMEM_PURE __attribute__((pure, cold))
#define POLDER_SHMEM_INLINE_ELEMENT(P, T, N)                                                       \
    POLDER_SHMEM_PURE int polder_shmem_far_##N##_p(T *dest, T value, int pe);                      \
    POLDER_SHMEM_PURE T polder_shmem_far_##N##_g(const T *source, int pe);                         \
    POLDER_SHMEM_ALWAYS void P##N##_p(T *dest, T value, int pe) {                                  \
        struct polder_shmem_target target = polder_shmem_target_of(dest, pe);                      \
        const int named = POLDER_SHMEM_NAMED(dest);                                                \
        if (POLDER_SHMEM_FIRST_IN(named, target)) {                                                \
            *(volatile T *)POLDER_SHMEM_PLACE(named, target) = value;                              \
            return;                                                                                \
        }                                                                                          \
        POLDER_SHMEM_OPAQUE(target);                                                               \
        if (POLDER_SHMEM_SECOND_IN(named, target))                                                 \
            *(volatile T *)POLDER_SHMEM_PLACE(!named, target) = value;                             \
        else                                                                                       \
            polder_shmem_far_result = polder_shmem_far_##N##_p(                                    \
                (T *)(POLDER_SHMEM_HERE(heap) + target.offset), value, pe);                        \
    }                                                                                              \
    POLDER_SHMEM_ALWAYS T P##N##_g(const T *source, int pe) {                                      \
        struct polder_shmem_target target = polder_shmem_target_of(source, pe);                    \
        T value;                                                                                   \
        const int named = POLDER_SHMEM_NAMED(source);                                              \
        if (POLDER_SHMEM_FIRST_IN(named, target))                                                  \
            return *(const volatile T *)POLDER_SHMEM_PLACE(named, target);                         \
        POLDER_SHMEM_OPAQUE(target);                                                               \
        if (POLDER_SHMEM_SECOND_IN(named, target))                                                 \
            return *(const volatile T *)POLDER_SHMEM_PLACE(!named, target);                        \
        value =                                                                                    \
            polder_shmem_far_##N##_g((const T *)(POLDER_SHMEM_HERE(heap) + target.offset), pe);    \
        polder_shmem_far_result = *(const unsigned char *)&value;                                  \
        return value;                                                                              \
    }
POLDER_SHMEM_RMA_TYPES(POLDER_SHMEM_INLINE_ELEMENT, shmem_)

#define POLDER_SHMEM_INLINE_RMA(P, T, N)                                                           \
    POLDER_SHMEM_INLINE void P##N##_put(T *dest, const T *source, size_t nelems, int pe) {         \
        unsigned long at;                                                                          \
        if (__builtin_expect(polder_shmem_near(dest, pe, &at), 1))                                 \
            __builtin_memcpy((void *)at, source, nelems * sizeof(T));                              \
        else                                                                                       \
            P##ctx_##N##_put(SHMEM_CTX_DEFAULT, dest, source, nelems, pe);                         \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_get(T *dest, const T *source, size_t nelems, int pe) {         \
        unsigned long at;                                                                          \
        __asm__ __volatile__("" ::: "memory");                                                     \
        if (__builtin_expect(polder_shmem_near(source, pe, &at), 1))                               \
            __builtin_memcpy(dest, (const void *)at, nelems * sizeof(T));                          \
        else                                                                                       \
            P##ctx_##N##_get(SHMEM_CTX_DEFAULT, dest, source, nelems, pe);                         \
    }
POLDER_SHMEM_RMA_TYPES(POLDER_SHMEM_INLINE_RMA, shmem_)

/* One instruction each; a misaligned word is left to the library, which says so. */
#define POLDER_SHMEM_NEAR_WORD(T, address, pe, at)                                                 \
    __builtin_expect(                                                                              \
        !((unsigned long)(address) % sizeof(T)) && polder_shmem_near(address, pe, at), 1)
#define POLDER_SHMEM_INLINE_AMO(P, T, N)                                                           \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch(const T *source, int pe) {                           \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, source, pe, &at))                                            \
            return __atomic_load_n((const T *)at, __ATOMIC_ACQUIRE);                               \
        return P##ctx_##N##_atomic_fetch(SHMEM_CTX_DEFAULT, source, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_set(T *dest, T value, int pe) {                         \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            __atomic_store_n((T *)at, value, __ATOMIC_RELEASE);                                    \
        else                                                                                       \
            P##ctx_##N##_atomic_set(SHMEM_CTX_DEFAULT, dest, value, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_swap(T *dest, T value, int pe) {                           \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            return __atomic_exchange_n((T *)at, value, __ATOMIC_SEQ_CST);                          \
        return P##ctx_##N##_atomic_swap(SHMEM_CTX_DEFAULT, dest, value, pe);                       \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_compare_swap(T *dest, T cond, T value, int pe) {           \
        unsigned long at;                                                                          \
        if (!POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                             \
            return P##ctx_##N##_atomic_compare_swap(SHMEM_CTX_DEFAULT, dest, cond, value, pe);     \
        __atomic_compare_exchange_n((T *)at, &cond, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return cond;                                                                               \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch_add(T *dest, T value, int pe) {                      \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            return __atomic_fetch_add((T *)at, value, __ATOMIC_SEQ_CST);                           \
        return P##ctx_##N##_atomic_fetch_add(SHMEM_CTX_DEFAULT, dest, value, pe);                  \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_add(T *dest, T value, int pe) {                         \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            (void)__atomic_fetch_add((T *)at, value, __ATOMIC_SEQ_CST);                            \
        else                                                                                       \
            P##ctx_##N##_atomic_add(SHMEM_CTX_DEFAULT, dest, value, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch_inc(T *dest, int pe) {                               \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            return __atomic_fetch_add((T *)at, (T)1, __ATOMIC_SEQ_CST);                            \
        return P##ctx_##N##_atomic_fetch_inc(SHMEM_CTX_DEFAULT, dest, pe);                         \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_inc(T *dest, int pe) {                                  \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            (void)__atomic_fetch_add((T *)at, (T)1, __ATOMIC_SEQ_CST);                             \
        else                                                                                       \
            P##ctx_##N##_atomic_inc(SHMEM_CTX_DEFAULT, dest, pe);                                  \
    }
POLDER_SHMEM_AMO_TYPES(POLDER_SHMEM_INLINE_AMO, shmem_)

#define POLDER_SHMEM_INLINE_BITS(P, T, N, OP)                                                      \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch_##OP(T *dest, T value, int pe) {                     \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            return __atomic_fetch_##OP((T *)at, value, __ATOMIC_SEQ_CST);                          \
        return P##ctx_##N##_atomic_fetch_##OP(SHMEM_CTX_DEFAULT, dest, value, pe);                 \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_##OP(T *dest, T value, int pe) {                        \
        unsigned long at;                                                                          \
        if (POLDER_SHMEM_NEAR_WORD(T, dest, pe, &at))                                              \
            (void)__atomic_fetch_##OP((T *)at, value, __ATOMIC_SEQ_CST);                           \
        else                                                                                       \
            P##ctx_##N##_atomic_##OP(SHMEM_CTX_DEFAULT, dest, value, pe);                          \
    }
#define POLDER_SHMEM_INLINE_BITWISE(P, T, N)                                                       \
    POLDER_SHMEM_INLINE_BITS(P, T, N, and)                                                         \
    POLDER_SHMEM_INLINE_BITS(P, T, N, or)                                                          \
    POLDER_SHMEM_INLINE_BITS(P, T, N, xor)
POLDER_SHMEM_BITWISE_TYPES(POLDER_SHMEM_INLINE_BITWISE, shmem_)

/* The caller's own words. */
POLDER_SHMEM_INLINE uint64_t shmem_signal_fetch(const uint64_t *sig_addr) {
    return __atomic_load_n(sig_addr, __ATOMIC_ACQUIRE);
}

/* Puts to PEs of this node are complete when they return; what is left is the order in which they
 * are seen (frontends/shmem/order.cc). */
POLDER_SHMEM_INLINE void shmem_quiet(void) {
    if (__builtin_expect(polder_shmem_here.whole != (char *)0, 1))
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    else
        shmem_ctx_quiet(SHMEM_CTX_DEFAULT);
}
POLDER_SHMEM_INLINE void shmem_fence(void) {
    if (__builtin_expect(polder_shmem_here.whole != (char *)0, 1))
        __atomic_thread_fence(__ATOMIC_RELEASE);
    else
        shmem_ctx_fence(SHMEM_CTX_DEFAULT);
}

#ifdef __cplusplus
}
#endif

#endif
#endif
