/* OpenSHMEM's type-generic routines for C++: overloads that call the typed routines of
 * <shmem.h>. Part of it; programs do not include it. */
/* Rows of tables, which the formatter takes for expressions. */
/* clang-format off */
#ifndef POLDER_SHMEM_OVERLOADS_H
#define POLDER_SHMEM_OVERLOADS_H

#include <complex>

#define POLDER_SHMEM_OVERLOAD_RMA(P, T, N)                                                         \
    static inline void shmem_put(T *d, const T *s, size_t n, int pe) { P##N##_put(d, s, n, pe); }  \
    static inline void shmem_put(shmem_ctx_t c, T *d, const T *s, size_t n, int pe) {              \
        P##ctx_##N##_put(c, d, s, n, pe);                                                          \
    }                                                                                              \
    static inline void shmem_get(T *d, const T *s, size_t n, int pe) { P##N##_get(d, s, n, pe); }  \
    static inline void shmem_get(shmem_ctx_t c, T *d, const T *s, size_t n, int pe) {              \
        P##ctx_##N##_get(c, d, s, n, pe);                                                          \
    }                                                                                              \
    static inline void shmem_put_nbi(T *d, const T *s, size_t n, int pe) {                         \
        P##N##_put_nbi(d, s, n, pe);                                                               \
    }                                                                                              \
    static inline void shmem_put_nbi(shmem_ctx_t c, T *d, const T *s, size_t n, int pe) {          \
        P##ctx_##N##_put_nbi(c, d, s, n, pe);                                                      \
    }                                                                                              \
    static inline void shmem_get_nbi(T *d, const T *s, size_t n, int pe) {                         \
        P##N##_get_nbi(d, s, n, pe);                                                               \
    }                                                                                              \
    static inline void shmem_get_nbi(shmem_ctx_t c, T *d, const T *s, size_t n, int pe) {          \
        P##ctx_##N##_get_nbi(c, d, s, n, pe);                                                      \
    }                                                                                              \
    static inline void shmem_p(T *d, T v, int pe) { P##N##_p(d, v, pe); }                          \
    static inline void shmem_p(shmem_ctx_t c, T *d, T v, int pe) { P##ctx_##N##_p(c, d, v, pe); }  \
    static inline T shmem_g(const T *s, int pe) { return P##N##_g(s, pe); }                        \
    static inline T shmem_g(shmem_ctx_t c, const T *s, int pe) {                                   \
        return P##ctx_##N##_g(c, s, pe);                                                           \
    }                                                                                              \
    static inline void shmem_iput(T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst, size_t n,        \
                                  int pe) {                                                        \
        P##N##_iput(d, s, dst, sst, n, pe);                                                        \
    }                                                                                              \
    static inline void shmem_iput(shmem_ctx_t c, T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst,   \
                                  size_t n, int pe) {                                              \
        P##ctx_##N##_iput(c, d, s, dst, sst, n, pe);                                               \
    }                                                                                              \
    static inline void shmem_iget(T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst, size_t n,        \
                                  int pe) {                                                        \
        P##N##_iget(d, s, dst, sst, n, pe);                                                        \
    }                                                                                              \
    static inline void shmem_iget(shmem_ctx_t c, T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst,   \
                                  size_t n, int pe) {                                              \
        P##ctx_##N##_iget(c, d, s, dst, sst, n, pe);                                               \
    }                                                                                              \
    static inline void shmem_ibput(T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,   \
                                   size_t nblocks, int pe) {                                       \
        P##N##_ibput(d, s, dst, sst, bsize, nblocks, pe);                                          \
    }                                                                                              \
    static inline void shmem_ibput(shmem_ctx_t c, T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst,  \
                                   size_t bsize, size_t nblocks, int pe) {                         \
        P##ctx_##N##_ibput(c, d, s, dst, sst, bsize, nblocks, pe);                                 \
    }                                                                                              \
    static inline void shmem_ibget(T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,   \
                                   size_t nblocks, int pe) {                                       \
        P##N##_ibget(d, s, dst, sst, bsize, nblocks, pe);                                          \
    }                                                                                              \
    static inline void shmem_ibget(shmem_ctx_t c, T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst,  \
                                   size_t bsize, size_t nblocks, int pe) {                         \
        P##ctx_##N##_ibget(c, d, s, dst, sst, bsize, nblocks, pe);                                 \
    }                                                                                              \
    static inline void shmem_put_signal(T *d, const T *s, size_t n, uint64_t *sig, uint64_t v,     \
                                        int op, int pe) {                                          \
        P##N##_put_signal(d, s, n, sig, v, op, pe);                                                \
    }                                                                                              \
    static inline void shmem_put_signal(shmem_ctx_t c, T *d, const T *s, size_t n, uint64_t *sig,  \
                                        uint64_t v, int op, int pe) {                              \
        P##ctx_##N##_put_signal(c, d, s, n, sig, v, op, pe);                                       \
    }                                                                                              \
    static inline int shmem_broadcast(shmem_team_t t, T *d, const T *s, size_t n, int root) {      \
        return P##N##_broadcast(t, d, s, n, root);                                                 \
    }                                                                                              \
    static inline int shmem_collect(shmem_team_t t, T *d, const T *s, size_t n) {                  \
        return P##N##_collect(t, d, s, n);                                                         \
    }                                                                                              \
    static inline int shmem_fcollect(shmem_team_t t, T *d, const T *s, size_t n) {                 \
        return P##N##_fcollect(t, d, s, n);                                                        \
    }                                                                                              \
    static inline int shmem_alltoall(shmem_team_t t, T *d, const T *s, size_t n) {                 \
        return P##N##_alltoall(t, d, s, n);                                                        \
    }
POLDER_SHMEM_DISTINCT_RMA_TYPES(POLDER_SHMEM_OVERLOAD_RMA, shmem_)

/* A routine without and with a context; its parameters come last. */
#define POLDER_SHMEM_UNPACK(...) __VA_ARGS__
#define POLDER_SHMEM_OVERLOAD_BOTH(P, R, N, ROUTINE, ARGUMENTS, ...)                               \
    static inline R shmem_##ROUTINE(__VA_ARGS__) { return P##N##_##ROUTINE ARGUMENTS; }            \
    static inline R shmem_##ROUTINE(shmem_ctx_t c, __VA_ARGS__) {                                  \
        return P##ctx_##N##_##ROUTINE(c, POLDER_SHMEM_UNPACK ARGUMENTS);                           \
    }
#define POLDER_SHMEM_OVERLOAD_AMO(P, T, N)                                                         \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_compare_swap, (d, x, v, pe), T *d, T x, T v,        \
                               int pe)                                                             \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_fetch_add, (d, v, pe), T *d, T v, int pe)           \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_fetch_inc, (d, pe), T *d, int pe)                   \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_add, (d, v, pe), T *d, T v, int pe)              \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_inc, (d, pe), T *d, int pe)                      \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_compare_swap_nbi, (f, d, x, v, pe), T *f, T *d,  \
                               T x, T v, int pe)                                                   \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_fetch_add_nbi, (f, d, v, pe), T *f, T *d, T v,   \
                               int pe)                                                             \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_fetch_inc_nbi, (f, d, pe), T *f, T *d, int pe)   \
    static inline T shmem_cswap(T *d, T x, T v, int pe) { return P##N##_cswap(d, x, v, pe); }      \
    static inline T shmem_fadd(T *d, T v, int pe) { return P##N##_fadd(d, v, pe); }                \
    static inline T shmem_finc(T *d, int pe) { return P##N##_finc(d, pe); }                        \
    static inline void shmem_add(T *d, T v, int pe) { P##N##_add(d, v, pe); }                      \
    static inline void shmem_inc(T *d, int pe) { P##N##_inc(d, pe); }                              \
    static inline int shmem_test(T *v, int cmp, T value) { return P##N##_test(v, cmp, value); }
#define POLDER_SHMEM_OVERLOAD_EXTENDED(P, T, N)                                                    \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_fetch, (s, pe), const T *s, int pe)                 \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_set, (d, v, pe), T *d, T v, int pe)              \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_swap, (d, v, pe), T *d, T v, int pe)                \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_fetch_nbi, (f, s, pe), T *f, const T *s, int pe) \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_swap_nbi, (f, d, v, pe), T *f, T *d, T v,        \
                               int pe)                                                             \
    static inline T shmem_fetch(const T *s, int pe) { return P##N##_fetch(s, pe); }                \
    static inline void shmem_set(T *d, T v, int pe) { P##N##_set(d, v, pe); }                      \
    static inline T shmem_swap(T *d, T v, int pe) { return P##N##_swap(d, v, pe); }
#define POLDER_SHMEM_OVERLOAD_BITWISE(P, T, N, OP)                                                 \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_##OP, (d, v, pe), T *d, T v, int pe)             \
    POLDER_SHMEM_OVERLOAD_BOTH(P, T, N, atomic_fetch_##OP, (d, v, pe), T *d, T v, int pe)          \
    POLDER_SHMEM_OVERLOAD_BOTH(P, void, N, atomic_fetch_##OP##_nbi, (f, d, v, pe), T *f, T *d,     \
                               T v, int pe)
#define POLDER_SHMEM_OVERLOAD_BITS(P, T, N)                                                        \
    POLDER_SHMEM_OVERLOAD_BITWISE(P, T, N, and)                                                    \
    POLDER_SHMEM_OVERLOAD_BITWISE(P, T, N, or)                                                     \
    POLDER_SHMEM_OVERLOAD_BITWISE(P, T, N, xor)
#define POLDER_SHMEM_OVERLOAD_WAIT(P, T, N)                                                        \
    static inline void shmem_wait_until(T *v, int cmp, T value) {                                  \
        P##N##_wait_until(v, cmp, value);                                                          \
    }
POLDER_SHMEM_DISTINCT_AMO_TYPES(POLDER_SHMEM_OVERLOAD_AMO, shmem_)
POLDER_SHMEM_DISTINCT_AMO_TYPES(POLDER_SHMEM_OVERLOAD_EXTENDED, shmem_)
POLDER_SHMEM_FLOATING_TYPES(POLDER_SHMEM_OVERLOAD_EXTENDED, shmem_)
POLDER_SHMEM_OVERLOAD_BITS(shmem_, int, int32)
POLDER_SHMEM_OVERLOAD_BITS(shmem_, long, int64)
POLDER_SHMEM_OVERLOAD_BITS(shmem_, unsigned int, uint)
POLDER_SHMEM_OVERLOAD_BITS(shmem_, unsigned long, ulong)
POLDER_SHMEM_OVERLOAD_BITS(shmem_, unsigned long long, ulonglong)
/* long is there: an older routine has this name. */
POLDER_SHMEM_OVERLOAD_WAIT(shmem_, int, int)
POLDER_SHMEM_OVERLOAD_WAIT(shmem_, long long, longlong)
POLDER_SHMEM_OVERLOAD_WAIT(shmem_, unsigned int, uint)
POLDER_SHMEM_OVERLOAD_WAIT(shmem_, unsigned long, ulong)
POLDER_SHMEM_OVERLOAD_WAIT(shmem_, unsigned long long, ulonglong)

/* std::complex has the layout of C's complex types. */
#define POLDER_SHMEM_OVERLOAD_COMPLEX(T, C, N, WORD)                                               \
    static inline int shmem_##N##_##WORD(shmem_team_t t, std::complex<T> *d,                       \
                                         const std::complex<T> *s, size_t n) {                     \
        return shmem_##N##_##WORD(t, reinterpret_cast<C *>(d), reinterpret_cast<const C *>(s), n); \
    }                                                                                              \
    static inline int shmem_##WORD(shmem_team_t t, std::complex<T> *d, const std::complex<T> *s,   \
                                   size_t n) {                                                     \
        return shmem_##N##_##WORD(t, d, s, n);                                                     \
    }
POLDER_SHMEM_OVERLOAD_COMPLEX(double, polder_shmem_complexd, complexd, sum_reduce)
POLDER_SHMEM_OVERLOAD_COMPLEX(double, polder_shmem_complexd, complexd, prod_reduce)
POLDER_SHMEM_OVERLOAD_COMPLEX(float, polder_shmem_complexf, complexf, sum_reduce)
POLDER_SHMEM_OVERLOAD_COMPLEX(float, polder_shmem_complexf, complexf, prod_reduce)

static inline int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }

#endif
