/* OpenSHMEM on the caller's node, in place. Part of <shmem.h>; programs do not include it.
 *
 * A symmetric address is translated with two range tests (heap, or static variables) and one of
 * the PE; what fails them, other nodes and mistakes, is left to the library's routine of the
 * same name. The definitions are gnu_inline: no code of theirs is ever emitted but where it is
 * inlined.
 *
 * A single element is read and written as volatile, so that a loop around shmem_g sees what changes. */
#ifndef POLDER_SHMEM_INLINE_H
#define POLDER_SHMEM_INLINE_H

#if defined __GNUC__ && defined __OPTIMIZE__ && !defined __SANITIZE_THREAD__

#include <polder/shmem/place.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POLDER_SHMEM_INLINE extern __inline__ __attribute__((gnu_inline))

/* Where the object of that PE is in this process; null: not on this node, or a mistake. */
static __inline__ __attribute__((always_inline, unused)) void *
polder_shmem_near(const volatile void *address, int pe) {
    const struct polder_shmem_place *here = &polder_shmem_here;
    const unsigned rank = (unsigned)pe - here->first;
    unsigned long offset = (unsigned long)((const volatile char *)address - here->heap);
    if (__builtin_expect(rank >= here->near, 0)) return (void *)0;
    if (offset >= here->heap_bytes) {
        offset = (unsigned long)((const volatile char *)address - here->image);
        if (__builtin_expect(offset >= here->image_bytes, 0)) return (void *)0;
        offset += here->image_offset;
    }
    return here->base + ((unsigned long)rank << here->shift) + offset;
}

#define POLDER_SHMEM_INLINE_RMA(P, T, N)                                                           \
    POLDER_SHMEM_INLINE void P##N##_p(T *dest, T value, int pe) {                                  \
        void *const at = polder_shmem_near(dest, pe);                                              \
        if (__builtin_expect(at != (void *)0, 1))                                                  \
            *(volatile T *)at = value;                                                             \
        else                                                                                       \
            P##ctx_##N##_p(SHMEM_CTX_DEFAULT, dest, value, pe);                                    \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_g(const T *source, int pe) {                                      \
        void *const at = polder_shmem_near(source, pe);                                            \
        if (__builtin_expect(at != (void *)0, 1)) return *(const volatile T *)at;                  \
        return P##ctx_##N##_g(SHMEM_CTX_DEFAULT, source, pe);                                      \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_put(T *dest, const T *source, size_t nelems, int pe) {         \
        void *const at = polder_shmem_near(dest, pe);                                              \
        if (__builtin_expect(at != (void *)0, 1))                                                  \
            __builtin_memcpy(at, source, nelems * sizeof(T));                                      \
        else                                                                                       \
            P##ctx_##N##_put(SHMEM_CTX_DEFAULT, dest, source, nelems, pe);                         \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_get(T *dest, const T *source, size_t nelems, int pe) {         \
        void *const at = polder_shmem_near(source, pe);                                            \
        __asm__ __volatile__("" ::: "memory");                                                     \
        if (__builtin_expect(at != (void *)0, 1))                                                  \
            __builtin_memcpy(dest, at, nelems * sizeof(T));                                        \
        else                                                                                       \
            P##ctx_##N##_get(SHMEM_CTX_DEFAULT, dest, source, nelems, pe);                         \
    }
POLDER_SHMEM_RMA_TYPES(POLDER_SHMEM_INLINE_RMA, shmem_)

/* One instruction each; a misaligned word is left to the library, which says so. */
#define POLDER_SHMEM_WORD(T, address, pe)                                                          \
    ((unsigned long)(address) % sizeof(T) ? (T *)0 : (T *)polder_shmem_near(address, pe))
#define POLDER_SHMEM_INLINE_AMO(P, T, N)                                                           \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch(const T *source, int pe) {                           \
        const T *const at = POLDER_SHMEM_WORD(T, source, pe);                                      \
        if (__builtin_expect(at != (T *)0, 1)) return __atomic_load_n(at, __ATOMIC_ACQUIRE);       \
        return P##ctx_##N##_atomic_fetch(SHMEM_CTX_DEFAULT, source, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_set(T *dest, T value, int pe) {                         \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            __atomic_store_n(at, value, __ATOMIC_RELEASE);                                         \
        else                                                                                       \
            P##ctx_##N##_atomic_set(SHMEM_CTX_DEFAULT, dest, value, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_swap(T *dest, T value, int pe) {                           \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                               \
        return P##ctx_##N##_atomic_swap(SHMEM_CTX_DEFAULT, dest, value, pe);                       \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_compare_swap(T *dest, T cond, T value, int pe) {           \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at == (T *)0, 0))                                                     \
            return P##ctx_##N##_atomic_compare_swap(SHMEM_CTX_DEFAULT, dest, cond, value, pe);     \
        __atomic_compare_exchange_n(at, &cond, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
        return cond;                                                                               \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch_add(T *dest, T value, int pe) {                      \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                \
        return P##ctx_##N##_atomic_fetch_add(SHMEM_CTX_DEFAULT, dest, value, pe);                  \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_add(T *dest, T value, int pe) {                         \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            (void)__atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                 \
        else                                                                                       \
            P##ctx_##N##_atomic_add(SHMEM_CTX_DEFAULT, dest, value, pe);                           \
    }                                                                                              \
    POLDER_SHMEM_INLINE T P##N##_atomic_fetch_inc(T *dest, int pe) {                               \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            return __atomic_fetch_add(at, (T)1, __ATOMIC_SEQ_CST);                                 \
        return P##ctx_##N##_atomic_fetch_inc(SHMEM_CTX_DEFAULT, dest, pe);                         \
    }                                                                                              \
    POLDER_SHMEM_INLINE void P##N##_atomic_inc(T *dest, int pe) {                                  \
        T *const at = POLDER_SHMEM_WORD(T, dest, pe);                                              \
        if (__builtin_expect(at != (T *)0, 1))                                                     \
            (void)__atomic_fetch_add(at, (T)1, __ATOMIC_SEQ_CST);                                  \
        else                                                                                       \
            P##ctx_##N##_atomic_inc(SHMEM_CTX_DEFAULT, dest, pe);                                  \
    }
POLDER_SHMEM_AMO_TYPES(POLDER_SHMEM_INLINE_AMO, shmem_)

/* The caller's own words. */
POLDER_SHMEM_INLINE uint64_t shmem_signal_fetch(const uint64_t *sig_addr) {
    return __atomic_load_n(sig_addr, __ATOMIC_ACQUIRE);
}

#ifdef __cplusplus
}
#endif

#endif
#endif
