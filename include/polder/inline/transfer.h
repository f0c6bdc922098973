/* Puts and gets in place. Part of <polder/transfer.h>; programs do not include it. Rules: here.h */
#ifndef POLDER_INLINE_TRANSFER_H
#define POLDER_INLINE_TRANSFER_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef POLDER_IN_PLACE

#ifdef __cplusplus
extern "C" {
#endif

/* In place or by the library's function. What a call takes at once goes by way of a value, so that
 * the caller's object may stay in a register. */
POLDER_LIBRARY(void, polder_put, (polder_ga to, const void *from, size_t bytes));
POLDER_LIBRARY(void, polder_get, (void *to, polder_ga from, size_t bytes));
#define POLDER_HERE_MOVES(bytes, type)                                                             \
    POLDER_HERE_INLINE void polder_here_put##bytes(polder_ga to, const void *from) {               \
        type value;                                                                                \
        __builtin_memcpy(&value, from, bytes);                                                     \
        if (polder_here_has(to)) {                                                                 \
            polder_here_store##bytes(to, value);                                                   \
        } else {                                                                                   \
            const type in_memory = value;                                                          \
            polder_put_of_library(to, &in_memory, bytes);                                          \
        }                                                                                          \
    }                                                                                              \
    POLDER_HERE_INLINE void polder_here_get##bytes(void *to, polder_ga from) {                     \
        type value;                                                                                \
        if (polder_here_has(from)) {                                                               \
            value = polder_here_load##bytes(from);                                                 \
        } else {                                                                                   \
            type in_memory;                                                                        \
            polder_get_of_library(&in_memory, from, bytes);                                        \
            value = in_memory;                                                                     \
        }                                                                                          \
        __builtin_memcpy(to, &value, bytes);                                                       \
    }
POLDER_HERE_MOVES(1, uint8_t)
POLDER_HERE_MOVES(2, uint16_t)
POLDER_HERE_MOVES(4, uint32_t)
POLDER_HERE_MOVES(8, uint64_t)
#undef POLDER_HERE_MOVES

POLDER_IN_PLACE void polder_put(polder_ga to, const void *from, size_t bytes) {
    if (POLDER_HERE_IS(bytes, 8))
        polder_here_put8(to, from);
    else if (POLDER_HERE_IS(bytes, 4))
        polder_here_put4(to, from);
    else if (POLDER_HERE_IS(bytes, 2))
        polder_here_put2(to, from);
    else if (POLDER_HERE_IS(bytes, 1))
        polder_here_put1(to, from);
    else if (polder_here_copies(bytes) && polder_here_has(to))
        __builtin_memcpy(polder_here_at(to), from, bytes);
    else
        polder_put_of_library(to, from, bytes);
}

/* Behind the empty statement memory may have changed since it was read last. */
POLDER_IN_PLACE void polder_get(void *to, polder_ga from, size_t bytes) {
    if (POLDER_HERE_IS(bytes, 8))
        polder_here_get8(to, from);
    else if (POLDER_HERE_IS(bytes, 4))
        polder_here_get4(to, from);
    else if (POLDER_HERE_IS(bytes, 2))
        polder_here_get2(to, from);
    else if (POLDER_HERE_IS(bytes, 1))
        polder_here_get1(to, from);
    else if (polder_here_copies(bytes) && polder_here_has(from)) {
        __asm__ __volatile__("" ::: "memory");
        __builtin_memcpy(to, polder_here_at(from), bytes);
    } else {
        polder_get_of_library(to, from, bytes);
    }
}

/* Those that are waited for: here they have ended when they return, and 0 is their handle. Where
 * they go on the library keeps the caller's memory, not a copy of it. */
POLDER_HERE_INLINE int polder_here_takes(polder_ga address, size_t bytes) {
    int object = POLDER_HERE_IS(bytes, 8) || POLDER_HERE_IS(bytes, 4) || POLDER_HERE_IS(bytes, 2) ||
                 POLDER_HERE_IS(bytes, 1);
    return (object || polder_here_copies(bytes)) && polder_here_has(address);
}

POLDER_LIBRARY(polder_transfer, polder_put_start, (polder_ga to, const void *from, size_t bytes));
POLDER_IN_PLACE polder_transfer polder_put_start(polder_ga to, const void *from, size_t bytes) {
    if (!polder_here_takes(to, bytes)) return polder_put_start_of_library(to, from, bytes);
    polder_put(to, from, bytes);
    return (polder_transfer)0;
}

POLDER_LIBRARY(polder_transfer, polder_get_start, (void *to, polder_ga from, size_t bytes));
POLDER_IN_PLACE polder_transfer polder_get_start(void *to, polder_ga from, size_t bytes) {
    if (!polder_here_takes(from, bytes)) return polder_get_start_of_library(to, from, bytes);
    polder_get(to, from, bytes);
    return (polder_transfer)0;
}

POLDER_LIBRARY(void, polder_put_implicit, (polder_ga to, const void *from, size_t bytes));
POLDER_IN_PLACE void polder_put_implicit(polder_ga to, const void *from, size_t bytes) {
    if (polder_here_takes(to, bytes))
        polder_put(to, from, bytes);
    else
        polder_put_implicit_of_library(to, from, bytes);
}

POLDER_LIBRARY(void, polder_get_implicit, (void *to, polder_ga from, size_t bytes));
POLDER_IN_PLACE void polder_get_implicit(void *to, polder_ga from, size_t bytes) {
    if (polder_here_takes(from, bytes))
        polder_get(to, from, bytes);
    else
        polder_get_implicit_of_library(to, from, bytes);
}

POLDER_LIBRARY(void, polder_flush_all, (void));
POLDER_IN_PLACE void polder_flush_all(void) {
    if (__builtin_expect(polder_here.whole != 0, 1))
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    else
        polder_flush_all_of_library();
}

/* The bytes are visible to whoever reads the signal with acquire order: it is a release. */
POLDER_LIBRARY(void, polder_put_signal,
               (polder_ga to, const void *from, size_t bytes, polder_ga signal, uint64_t value));
POLDER_IN_PLACE void polder_put_signal(polder_ga to, const void *from, size_t bytes,
                                       polder_ga signal, uint64_t value) {
    if (polder_here_takes(to, bytes) && polder_here_has_word(signal, 8)) {
        polder_put(to, from, bytes);
        (void)__atomic_fetch_add((polder_here_word8 *)polder_here_at(signal), value,
                                 __ATOMIC_RELEASE);
    } else {
        polder_put_signal_of_library(to, from, bytes, signal, value);
    }
}

#ifdef __cplusplus
}
#endif

#endif
#endif
