/* Puts whose signal is set, in place. Part of <polder/signal.h>; programs do not include it. Rules:
 * here.h */
#ifndef POLDER_INLINE_SIGNAL_H
#define POLDER_INLINE_SIGNAL_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef POLDER_IN_PLACE

#ifdef __cplusplus
extern "C" {
#endif

POLDER_LIBRARY(void, polder_put_signal_set,
               (polder_ga to, const void *from, size_t bytes, polder_ga signal, uint64_t value));
POLDER_IN_PLACE void polder_put_signal_set(polder_ga to, const void *from, size_t bytes,
                                           polder_ga signal, uint64_t value) {
    if (polder_here_takes(to, bytes) && polder_here_has_word(signal, 8)) {
        polder_put(to, from, bytes);
        __atomic_store_n((polder_here_word8 *)polder_here_at(signal), value, __ATOMIC_RELEASE);
    } else {
        polder_put_signal_set_of_library(to, from, bytes, signal, value);
    }
}

#ifdef __cplusplus
}
#endif

#endif
#endif
