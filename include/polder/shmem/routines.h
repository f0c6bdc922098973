/* The prototypes of OpenSHMEM 1.6, once for <shmem.h> (prefix shmem_) and <pshmem.h> (prefix
 * pshmem_). Part of both; programs do not include it. Chapters are those of the specification. */
#ifndef POLDER_SHMEM_ROUTINES_H
#define POLDER_SHMEM_ROUTINES_H

/* 9.6: put, get, single elements, strided, blocks, non-blocking; 9.8: put with signal. */
#define POLDER_SHMEM_RMA_ROUTINES(P, T, N)                                                         \
    void P##N##_put(T *dest, const T *source, size_t nelems, int pe);                              \
    void P##ctx_##N##_put(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);       \
    void P##N##_p(T *dest, T value, int pe);                                                       \
    void P##ctx_##N##_p(shmem_ctx_t ctx, T *dest, T value, int pe);                                \
    void P##N##_iput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,        \
                     int pe);                                                                      \
    void P##ctx_##N##_iput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst,               \
                           ptrdiff_t sst, size_t nelems, int pe);                                  \
    void P##N##_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,        \
                      size_t nblocks, int pe);                                                     \
    void P##ctx_##N##_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst,              \
                            ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);                  \
    void P##N##_get(T *dest, const T *source, size_t nelems, int pe);                              \
    void P##ctx_##N##_get(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);       \
    T P##N##_g(const T *source, int pe);                                                           \
    T P##ctx_##N##_g(shmem_ctx_t ctx, const T *source, int pe);                                    \
    void P##N##_iget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,        \
                     int pe);                                                                      \
    void P##ctx_##N##_iget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst,               \
                           ptrdiff_t sst, size_t nelems, int pe);                                  \
    void P##N##_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,        \
                      size_t nblocks, int pe);                                                     \
    void P##ctx_##N##_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst,              \
                            ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);                  \
    void P##N##_put_nbi(T *dest, const T *source, size_t nelems, int pe);                          \
    void P##ctx_##N##_put_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);   \
    void P##N##_get_nbi(T *dest, const T *source, size_t nelems, int pe);                          \
    void P##ctx_##N##_get_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe);   \
    void P##N##_put_signal(T *dest, const T *source, size_t nelems, uint64_t *sig_addr,            \
                           uint64_t signal, int sig_op, int pe);                                   \
    void P##ctx_##N##_put_signal(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems,         \
                                 uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);         \
    void P##N##_put_signal_nbi(T *dest, const T *source, size_t nelems, uint64_t *sig_addr,        \
                               uint64_t signal, int sig_op, int pe);                               \
    void P##ctx_##N##_put_signal_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems,     \
                                     uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);

#define POLDER_SHMEM_SIZE_ROUTINES(P, B)                                                           \
    void P##put##B(void *dest, const void *source, size_t nelems, int pe);                         \
    void P##ctx_put##B(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);    \
    void P##get##B(void *dest, const void *source, size_t nelems, int pe);                         \
    void P##ctx_get##B(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);    \
    void P##iput##B(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,   \
                    int pe);                                                                       \
    void P##ctx_iput##B(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,            \
                        ptrdiff_t sst, size_t nelems, int pe);                                     \
    void P##ibput##B(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,   \
                     size_t nblocks, int pe);                                                      \
    void P##ctx_ibput##B(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,           \
                         ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);                     \
    void P##iget##B(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,   \
                    int pe);                                                                       \
    void P##ctx_iget##B(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,            \
                        ptrdiff_t sst, size_t nelems, int pe);                                     \
    void P##ibget##B(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,   \
                     size_t nblocks, int pe);                                                      \
    void P##ctx_ibget##B(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,           \
                         ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);                     \
    void P##put##B##_nbi(void *dest, const void *source, size_t nelems, int pe);                   \
    void P##ctx_put##B##_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,       \
                             int pe);                                                              \
    void P##get##B##_nbi(void *dest, const void *source, size_t nelems, int pe);                   \
    void P##ctx_get##B##_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,       \
                             int pe);                                                              \
    void P##put##B##_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,     \
                            uint64_t signal, int sig_op, int pe);                                  \
    void P##ctx_put##B##_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,    \
                                uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);          \
    void P##put##B##_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, \
                                uint64_t signal, int sig_op, int pe);                              \
    void P##ctx_put##B##_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source,               \
                                    size_t nelems, uint64_t *sig_addr, uint64_t signal,            \
                                    int sig_op, int pe);

#define POLDER_SHMEM_MEM_ROUTINES(P)                                                               \
    void P##putmem(void *dest, const void *source, size_t nelems, int pe);                         \
    void P##ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);    \
    void P##getmem(void *dest, const void *source, size_t nelems, int pe);                         \
    void P##ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);    \
    void P##putmem_nbi(void *dest, const void *source, size_t nelems, int pe);                     \
    void P##ctx_putmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,         \
                           int pe);                                                                \
    void P##getmem_nbi(void *dest, const void *source, size_t nelems, int pe);                     \
    void P##ctx_getmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,         \
                           int pe);                                                                \
    void P##putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,       \
                          uint64_t signal, int sig_op, int pe);                                    \
    void P##ctx_putmem_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,      \
                              uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);            \
    void P##putmem_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,   \
                              uint64_t signal, int sig_op, int pe);                                \
    void P##ctx_putmem_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,  \
                                  uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);        \
    void P##signal_add(uint64_t *sig_addr, uint64_t signal, int pe);                               \
    void P##ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);          \
    void P##signal_set(uint64_t *sig_addr, uint64_t signal, int pe);                               \
    void P##ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);          \
    uint64_t P##signal_fetch(const uint64_t *sig_addr);                                            \
    uint64_t P##signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* 9.7: atomic memory operations; those without "atomic" are older names. */
#define POLDER_SHMEM_EXTENDED_ROUTINES(P, T, N)                                                    \
    T P##N##_atomic_fetch(const T *source, int pe);                                                \
    T P##ctx_##N##_atomic_fetch(shmem_ctx_t ctx, const T *source, int pe);                         \
    void P##N##_atomic_set(T *dest, T value, int pe);                                              \
    void P##ctx_##N##_atomic_set(shmem_ctx_t ctx, T *dest, T value, int pe);                       \
    T P##N##_atomic_swap(T *dest, T value, int pe);                                                \
    T P##ctx_##N##_atomic_swap(shmem_ctx_t ctx, T *dest, T value, int pe);                         \
    void P##N##_atomic_fetch_nbi(T *fetch, const T *source, int pe);                               \
    void P##ctx_##N##_atomic_fetch_nbi(shmem_ctx_t ctx, T *fetch, const T *source, int pe);        \
    void P##N##_atomic_swap_nbi(T *fetch, T *dest, T value, int pe);                               \
    void P##ctx_##N##_atomic_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);        \
    T P##N##_fetch(const T *source, int pe);                                                       \
    void P##N##_set(T *dest, T value, int pe);                                                     \
    T P##N##_swap(T *dest, T value, int pe);

#define POLDER_SHMEM_AMO_ROUTINES(P, T, N)                                                         \
    T P##N##_atomic_compare_swap(T *dest, T cond, T value, int pe);                                \
    T P##ctx_##N##_atomic_compare_swap(shmem_ctx_t ctx, T *dest, T cond, T value, int pe);         \
    T P##N##_atomic_fetch_inc(T *dest, int pe);                                                    \
    T P##ctx_##N##_atomic_fetch_inc(shmem_ctx_t ctx, T *dest, int pe);                             \
    void P##N##_atomic_inc(T *dest, int pe);                                                       \
    void P##ctx_##N##_atomic_inc(shmem_ctx_t ctx, T *dest, int pe);                                \
    T P##N##_atomic_fetch_add(T *dest, T value, int pe);                                           \
    T P##ctx_##N##_atomic_fetch_add(shmem_ctx_t ctx, T *dest, T value, int pe);                    \
    void P##N##_atomic_add(T *dest, T value, int pe);                                              \
    void P##ctx_##N##_atomic_add(shmem_ctx_t ctx, T *dest, T value, int pe);                       \
    void P##N##_atomic_compare_swap_nbi(T *fetch, T *dest, T cond, T value, int pe);               \
    void P##ctx_##N##_atomic_compare_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T cond, T value, \
                                              int pe);                                             \
    void P##N##_atomic_fetch_inc_nbi(T *fetch, T *dest, int pe);                                   \
    void P##ctx_##N##_atomic_fetch_inc_nbi(shmem_ctx_t ctx, T *fetch, T *dest, int pe);            \
    void P##N##_atomic_fetch_add_nbi(T *fetch, T *dest, T value, int pe);                          \
    void P##ctx_##N##_atomic_fetch_add_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);   \
    T P##N##_cswap(T *dest, T cond, T value, int pe);                                              \
    T P##N##_finc(T *dest, int pe);                                                                \
    void P##N##_inc(T *dest, int pe);                                                              \
    T P##N##_fadd(T *dest, T value, int pe);                                                       \
    void P##N##_add(T *dest, T value, int pe);

#define POLDER_SHMEM_BITWISE_ROUTINE(P, T, N, OP)                                                  \
    T P##N##_atomic_fetch_##OP(T *dest, T value, int pe);                                          \
    T P##ctx_##N##_atomic_fetch_##OP(shmem_ctx_t ctx, T *dest, T value, int pe);                   \
    void P##N##_atomic_##OP(T *dest, T value, int pe);                                             \
    void P##ctx_##N##_atomic_##OP(shmem_ctx_t ctx, T *dest, T value, int pe);                      \
    void P##N##_atomic_fetch_##OP##_nbi(T *fetch, T *dest, T value, int pe);                       \
    void P##ctx_##N##_atomic_fetch_##OP##_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe);
#define POLDER_SHMEM_BITWISE_ROUTINES(P, T, N)                                                     \
    POLDER_SHMEM_BITWISE_ROUTINE(P, T, N, and)                                                     \
    POLDER_SHMEM_BITWISE_ROUTINE(P, T, N, or)                                                      \
    POLDER_SHMEM_BITWISE_ROUTINE(P, T, N, xor)

/* 9.11: waits and tests. */
#define POLDER_SHMEM_WAIT_ROUTINES(P, T, N)                                                        \
    void P##N##_wait_until(T *ivar, int cmp, T cmp_value);                                         \
    void P##N##_wait_until_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);  \
    size_t P##N##_wait_until_any(T *ivars, size_t nelems, const int *status, int cmp,              \
                                 T cmp_value);                                                     \
    size_t P##N##_wait_until_some(T *ivars, size_t nelems, size_t *indices, const int *status,     \
                                  int cmp, T cmp_value);                                           \
    void P##N##_wait_until_all_vector(T *ivars, size_t nelems, const int *status, int cmp,         \
                                      const T *cmp_values);                                        \
    size_t P##N##_wait_until_any_vector(T *ivars, size_t nelems, const int *status, int cmp,       \
                                        const T *cmp_values);                                      \
    size_t P##N##_wait_until_some_vector(T *ivars, size_t nelems, size_t *indices,                 \
                                         const int *status, int cmp, const T *cmp_values);         \
    int P##N##_test(T *ivar, int cmp, T cmp_value);                                                \
    int P##N##_test_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);         \
    size_t P##N##_test_any(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);      \
    size_t P##N##_test_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,  \
                            T cmp_value);                                                          \
    int P##N##_test_all_vector(T *ivars, size_t nelems, const int *status, int cmp,                \
                               const T *cmp_values);                                               \
    size_t P##N##_test_any_vector(T *ivars, size_t nelems, const int *status, int cmp,             \
                                  const T *cmp_values);                                            \
    size_t P##N##_test_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status,    \
                                   int cmp, const T *cmp_values);                                  \
    void P##N##_wait(T *ivar, T cmp_value);

/* 9.10: collective operations. */
#define POLDER_SHMEM_COLLECTIVE_ROUTINES(P, T, N)                                                  \
    int P##N##_alltoall(shmem_team_t team, T *dest, const T *source, size_t nelems);               \
    int P##N##_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst,               \
                         ptrdiff_t sst, size_t nelems);                                            \
    int P##N##_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root); \
    int P##N##_collect(shmem_team_t team, T *dest, const T *source, size_t nelems);                \
    int P##N##_fcollect(shmem_team_t team, T *dest, const T *source, size_t nelems);

#define POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, OP)                                                   \
    int P##N##_##OP##_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce);
#define POLDER_SHMEM_SUM_ROUTINES(P, T, N)                                                         \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, sum)                                                      \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, prod)                                                     \
    int P##N##_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems);             \
    int P##N##_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems);
#define POLDER_SHMEM_ARITHMETIC_ROUTINES(P, T, N)                                                  \
    POLDER_SHMEM_SUM_ROUTINES(P, T, N)                                                             \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, max)                                                      \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, min)
#define POLDER_SHMEM_ALL_REDUCE_ROUTINES(P, T, N)                                                  \
    POLDER_SHMEM_ARITHMETIC_ROUTINES(P, T, N)                                                      \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, and)                                                      \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, or)                                                       \
    POLDER_SHMEM_REDUCE_ROUTINE(P, T, N, xor)

/* The same over active sets: older forms. */
#define POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, OP)                                                   \
    void P##N##_##OP##_to_all(T *dest, const T *source, int nreduce, int PE_start,                 \
                              int logPE_stride, int PE_size, T *pWrk, long *pSync);
#define POLDER_SHMEM_TO_ALL_SUM_ROUTINES(P, T, N)                                                  \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, sum)                                                      \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, prod)
#define POLDER_SHMEM_TO_ALL_REAL_ROUTINES(P, T, N)                                                 \
    POLDER_SHMEM_TO_ALL_SUM_ROUTINES(P, T, N)                                                      \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, max)                                                      \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, min)
#define POLDER_SHMEM_TO_ALL_BITWISE_ROUTINES(P, T, N)                                              \
    POLDER_SHMEM_TO_ALL_REAL_ROUTINES(P, T, N)                                                     \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, and)                                                      \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, or)                                                       \
    POLDER_SHMEM_TO_ALL_ROUTINE(P, T, N, xor)
#define POLDER_SHMEM_ACTIVE_SET_ROUTINES(P, B)                                                     \
    void P##alltoall##B(void *dest, const void *source, size_t nelems, int PE_start,               \
                        int logPE_stride, int PE_size, long *pSync);                               \
    void P##alltoalls##B(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,             \
                         size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync); \
    void P##broadcast##B(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, \
                         int logPE_stride, int PE_size, long *pSync);                              \
    void P##collect##B(void *dest, const void *source, size_t nelems, int PE_start,                \
                       int logPE_stride, int PE_size, long *pSync);                                \
    void P##fcollect##B(void *dest, const void *source, size_t nelems, int PE_start,               \
                        int logPE_stride, int PE_size, long *pSync);

#define POLDER_SHMEM_PLAIN_ROUTINES(P)                                                             \
    /* 9.1, 9.2: set-up, query, threads */                                                         \
    void P##init(void);                                                                            \
    int P##my_pe(void);                                                                            \
    int P##n_pes(void);                                                                            \
    void P##finalize(void);                                                                        \
    void P##query_initialized(int *initialized);                                                   \
    POLDER_SHMEM_NORETURN void P##global_exit(int status);                                         \
    int P##pe_accessible(int pe);                                                                  \
    int P##addr_accessible(const void *addr, int pe);                                              \
    void *P##ptr(const void *dest, int pe);                                                        \
    void P##info_get_version(int *major, int *minor);                                              \
    void P##info_get_name(char *name);                                                             \
    int P##init_thread(int requested, int *provided);                                              \
    void P##query_thread(int *provided);                                                           \
    /* 9.3: memory */                                                                              \
    void *P##malloc(size_t size);                                                                  \
    void *P##calloc(size_t count, size_t size);                                                    \
    void *P##align(size_t alignment, size_t size);                                                 \
    void *P##realloc(void *ptr, size_t size);                                                      \
    void *P##malloc_with_hints(size_t size, long hints);                                           \
    void P##free(void *ptr);                                                                       \
    /* 9.4, 9.5, 9.9: teams, contexts, sessions */                                                 \
    int P##team_my_pe(shmem_team_t team);                                                          \
    int P##team_n_pes(shmem_team_t team);                                                          \
    int P##team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);      \
    int P##team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);           \
    int P##team_split_strided(shmem_team_t parent_team, int start, int stride, int size,           \
                              const shmem_team_config_t *config, long config_mask,                 \
                              shmem_team_t *new_team);                                             \
    int P##team_split_2d(shmem_team_t parent_team, int xrange,                                     \
                         const shmem_team_config_t *xaxis_config, long xaxis_mask,                 \
                         shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config,        \
                         long yaxis_mask, shmem_team_t *yaxis_team);                               \
    void P##team_destroy(shmem_team_t team);                                                       \
    void *P##team_ptr(shmem_team_t team, const void *dest, int pe);                                \
    int P##ctx_create(long options, shmem_ctx_t *ctx);                                             \
    int P##team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);                     \
    void P##ctx_destroy(shmem_ctx_t ctx);                                                          \
    int P##ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);                                      \
    void P##ctx_session_start(shmem_ctx_t ctx, long options,                                       \
                              const shmem_ctx_session_config_t *config, long config_mask);         \
    void P##ctx_session_stop(shmem_ctx_t ctx);                                                     \
    /* 9.10: collective operations without type */                                                 \
    void P##barrier_all(void);                                                                     \
    void P##sync_all(void);                                                                        \
    int P##team_sync(shmem_team_t team);                                                           \
    int P##alltoallmem(shmem_team_t team, void *dest, const void *source, size_t nelems);          \
    int P##alltoallsmem(shmem_team_t team, void *dest, const void *source, ptrdiff_t dst,          \
                        ptrdiff_t sst, size_t nelems);                                             \
    int P##broadcastmem(shmem_team_t team, void *dest, const void *source, size_t nelems,          \
                        int PE_root);                                                              \
    int P##collectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);           \
    int P##fcollectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);          \
    void P##barrier(int PE_start, int logPE_stride, int PE_size, long *pSync);                     \
    void P##sync(int PE_start, int logPE_stride, int PE_size, long *pSync);                        \
    /* 9.12, 9.13, 10: order, locks, profiling */                                                  \
    void P##fence(void);                                                                           \
    void P##ctx_fence(shmem_ctx_t ctx);                                                            \
    void P##quiet(void);                                                                           \
    void P##ctx_quiet(shmem_ctx_t ctx);                                                            \
    void P##pe_quiet(const int *target_pes, size_t npes);                                          \
    void P##ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes);                     \
    void P##clear_lock(long *lock);                                                                \
    void P##set_lock(long *lock);                                                                  \
    int P##test_lock(long *lock);                                                                  \
    void P##pcontrol(int level, ...);                                                              \
    /* Deprecated: caches are coherent, so these do nothing. */                                    \
    void P##set_cache_inv(void);                                                                   \
    void P##clear_cache_inv(void);                                                                 \
    void P##set_cache_line_inv(void *dest);                                                        \
    void P##clear_cache_line_inv(void *dest);                                                      \
    void P##udcflush(void);                                                                        \
    void P##udcflush_line(void *dest);                                                             \
    /* older names */                                                                              \
    void P##wait(long *ivar, long cmp_value);                                                      \
    void P##wait_until(long *ivar, int cmp, long cmp_value);

#define POLDER_SHMEM_ROUTINES(P)                                                                   \
    POLDER_SHMEM_PLAIN_ROUTINES(P)                                                                 \
    POLDER_SHMEM_MEM_ROUTINES(P)                                                                   \
    POLDER_SHMEM_SIZES(POLDER_SHMEM_SIZE_ROUTINES, P)                                              \
    POLDER_SHMEM_RMA_TYPES(POLDER_SHMEM_RMA_ROUTINES, P)                                           \
    POLDER_SHMEM_RMA_TYPES(POLDER_SHMEM_COLLECTIVE_ROUTINES, P)                                    \
    POLDER_SHMEM_AMO_TYPES(POLDER_SHMEM_EXTENDED_ROUTINES, P)                                      \
    POLDER_SHMEM_FLOATING_TYPES(POLDER_SHMEM_EXTENDED_ROUTINES, P)                                 \
    POLDER_SHMEM_AMO_TYPES(POLDER_SHMEM_AMO_ROUTINES, P)                                           \
    POLDER_SHMEM_BITWISE_TYPES(POLDER_SHMEM_BITWISE_ROUTINES, P)                                   \
    POLDER_SHMEM_AMO_TYPES(POLDER_SHMEM_WAIT_ROUTINES, P)                                          \
    POLDER_SHMEM_OLD_WAIT_TYPES(POLDER_SHMEM_WAIT_ROUTINES, P)                                     \
    POLDER_SHMEM_REDUCE_ARITHMETIC_TYPES(POLDER_SHMEM_ARITHMETIC_ROUTINES, P)                      \
    POLDER_SHMEM_REDUCE_BITWISE_TYPES(POLDER_SHMEM_ALL_REDUCE_ROUTINES, P)                         \
    POLDER_SHMEM_REDUCE_COMPLEX_TYPES(POLDER_SHMEM_SUM_ROUTINES, P)                                \
    POLDER_SHMEM_TO_ALL_BITWISE_TYPES(POLDER_SHMEM_TO_ALL_BITWISE_ROUTINES, P)                     \
    POLDER_SHMEM_TO_ALL_REAL_TYPES(POLDER_SHMEM_TO_ALL_REAL_ROUTINES, P)                           \
    POLDER_SHMEM_REDUCE_COMPLEX_TYPES(POLDER_SHMEM_TO_ALL_SUM_ROUTINES, P)                         \
    POLDER_SHMEM_ACTIVE_SET_ROUTINES(P, 32)                                                        \
    POLDER_SHMEM_ACTIVE_SET_ROUTINES(P, 64)

#endif
