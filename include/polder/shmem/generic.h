/* OpenSHMEM's type-generic routines: C11 selections over those of <shmem.h>. Part of it;
 * programs do not include it. A call may have a context in front, so the type is that of the
 * first or the second argument. Types that are others by another name (int64_t, size_t) select
 * the routine of the other name. */
/* Rows of tables, which the formatter takes for expressions. */
/* clang-format off */
#ifndef POLDER_SHMEM_GENERIC_H
#define POLDER_SHMEM_GENERIC_H

/* Stands for calls whose types no routine has; the compiler says that it takes no arguments. */
void polder_shmem_no_such_type(void);

#define POLDER_SHMEM_FIRST(...) POLDER_SHMEM_FIRST_OF(__VA_ARGS__, 0)
#define POLDER_SHMEM_FIRST_OF(a, ...) a
#define POLDER_SHMEM_SECOND(...) POLDER_SHMEM_SECOND_OF(__VA_ARGS__, 0, 0)
#define POLDER_SHMEM_SECOND_OF(a, b, ...) b

/* A row of a selection: objects of the type, and constant or volatile ones. `named` is what the
 * lists of types hand through: (what the routine's name begins with, what it ends with). N is
 * joined before it could be a macro of the program. */
#define POLDER_SHMEM_ROW(named, T, N) \
    T *: POLDER_SHMEM_NAME(_##N, POLDER_SHMEM_ENDS named), \
    const T *: POLDER_SHMEM_NAME(_##N, POLDER_SHMEM_ENDS named),
#define POLDER_SHMEM_WAIT_ROW(named, T, N) \
    T *: POLDER_SHMEM_NAME(_##N, POLDER_SHMEM_ENDS named), \
    volatile T *: POLDER_SHMEM_NAME(_##N, POLDER_SHMEM_ENDS named),
#define POLDER_SHMEM_ENDS(first, last) first, last
#define POLDER_SHMEM_NAME(...) POLDER_SHMEM_JOINED(__VA_ARGS__)
#define POLDER_SHMEM_JOINED(middle, first, last) first##middle##last

#define POLDER_SHMEM_SELECT_RMA(named) \
    POLDER_SHMEM_DISTINCT_RMA_TYPES(POLDER_SHMEM_ROW, named) \
    default: polder_shmem_no_such_type
#define POLDER_SHMEM_SELECT_AMO(named) \
    POLDER_SHMEM_DISTINCT_AMO_TYPES(POLDER_SHMEM_ROW, named) \
    default: polder_shmem_no_such_type
#define POLDER_SHMEM_SELECT_EXTENDED(named) \
    POLDER_SHMEM_FLOATING_TYPES(POLDER_SHMEM_ROW, named) \
    POLDER_SHMEM_SELECT_AMO(named)
#define POLDER_SHMEM_SELECT_BITWISE(named) \
    POLDER_SHMEM_DISTINCT_BITWISE_TYPES(POLDER_SHMEM_ROW, named) \
    default: polder_shmem_no_such_type
#define POLDER_SHMEM_SELECT_SUM(named) \
    POLDER_SHMEM_REDUCE_COMPLEX_TYPES(POLDER_SHMEM_ROW, named) \
    POLDER_SHMEM_SELECT_RMA(named)
#define POLDER_SHMEM_SELECT_BITS(named) \
    POLDER_SHMEM_DISTINCT_SHORT_TYPES(POLDER_SHMEM_ROW, named) \
    POLDER_SHMEM_SELECT_BITWISE(named)
#define POLDER_SHMEM_SELECT_WAIT(named) \
    POLDER_SHMEM_DISTINCT_AMO_TYPES(POLDER_SHMEM_WAIT_ROW, named) \
    POLDER_SHMEM_OLD_WAIT_TYPES(POLDER_SHMEM_WAIT_ROW, named) \
    default: polder_shmem_no_such_type

#define POLDER_SHMEM_EITHER(LIST, R, ...)                                                          \
    _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)),                                                    \
        shmem_ctx_t: _Generic((POLDER_SHMEM_SECOND(__VA_ARGS__)), LIST((shmem_ctx, R))),          \
        default: _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)), LIST((shmem, R))))(__VA_ARGS__)
#define POLDER_SHMEM_BY_SECOND(LIST, R, ...)                                                       \
    _Generic((POLDER_SHMEM_SECOND(__VA_ARGS__)), LIST((shmem, R)))(__VA_ARGS__)
#define POLDER_SHMEM_BY_FIRST(LIST, R, ...)                                                        \
    _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)), LIST((shmem, R)))(__VA_ARGS__)

/* 9.6, 9.8 */
#define shmem_put(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _put, __VA_ARGS__)
#define shmem_p(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _p, __VA_ARGS__)
#define shmem_iput(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _iput, __VA_ARGS__)
#define shmem_ibput(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _ibput, __VA_ARGS__)
#define shmem_get(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _get, __VA_ARGS__)
#define shmem_g(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _g, __VA_ARGS__)
#define shmem_iget(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _iget, __VA_ARGS__)
#define shmem_ibget(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _ibget, __VA_ARGS__)
#define shmem_put_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _put_nbi, __VA_ARGS__)
#define shmem_get_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _get_nbi, __VA_ARGS__)
#define shmem_put_signal(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_RMA, _put_signal_nbi, __VA_ARGS__)

/* 9.7, extended types */
#define shmem_atomic_fetch(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_EXTENDED, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_set(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_EXTENDED, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_EXTENDED, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_fetch_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_EXTENDED, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_EXTENDED, _atomic_swap_nbi, __VA_ARGS__)

/* 9.7, standard types */
#define shmem_atomic_compare_swap(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_inc(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_add(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_add, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...)                                                                             \
    POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_AMO, _atomic_fetch_add_nbi, __VA_ARGS__)

/* 9.7, bitwise types */
#define shmem_atomic_fetch_and(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_and(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_or(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_xor(...) POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_xor, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...)                                                                                \
    POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...)                                                                                 \
    POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...)                                                                                \
    POLDER_SHMEM_EITHER(POLDER_SHMEM_SELECT_BITWISE, _atomic_fetch_xor_nbi, __VA_ARGS__)

/* Older names */
#define shmem_fetch(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_EXTENDED, _fetch, __VA_ARGS__)
#define shmem_set(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_EXTENDED, _set, __VA_ARGS__)
#define shmem_swap(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_EXTENDED, _swap, __VA_ARGS__)

/* Older names */
#define shmem_cswap(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_AMO, _cswap, __VA_ARGS__)
#define shmem_finc(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_AMO, _finc, __VA_ARGS__)
#define shmem_inc(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_AMO, _inc, __VA_ARGS__)
#define shmem_fadd(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_AMO, _fadd, __VA_ARGS__)
#define shmem_add(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_AMO, _add, __VA_ARGS__)

/* 9.10 */
#define shmem_alltoall(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _alltoalls, __VA_ARGS__)
#define shmem_broadcast(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _broadcast, __VA_ARGS__)
#define shmem_collect(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _collect, __VA_ARGS__)
#define shmem_fcollect(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _fcollect, __VA_ARGS__)

/* 9.10, reductions */
#define shmem_max_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _max_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_RMA, _min_reduce, __VA_ARGS__)

/* 9.10, sums */
#define shmem_sum_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_SUM, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_SUM, _prod_reduce, __VA_ARGS__)
#define shmem_sum_inscan(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_SUM, _sum_inscan, __VA_ARGS__)
#define shmem_sum_exscan(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_SUM, _sum_exscan, __VA_ARGS__)

/* 9.10, bitwise reductions */
#define shmem_and_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_BITS, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_BITS, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) POLDER_SHMEM_BY_SECOND(POLDER_SHMEM_SELECT_BITS, _xor_reduce, __VA_ARGS__)

/* 9.11 */
#define shmem_wait_until(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until, __VA_ARGS__)
#define shmem_wait_until_all(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_all, __VA_ARGS__)
#define shmem_wait_until_any(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_any, __VA_ARGS__)
#define shmem_wait_until_some(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_some, __VA_ARGS__)
#define shmem_wait_until_all_vector(...)                                                                               \
    POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_all_vector, __VA_ARGS__)
#define shmem_wait_until_any_vector(...)                                                                               \
    POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_any_vector, __VA_ARGS__)
#define shmem_wait_until_some_vector(...)                                                                              \
    POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _wait_until_some_vector, __VA_ARGS__)
#define shmem_test(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test, __VA_ARGS__)
#define shmem_test_all(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_all, __VA_ARGS__)
#define shmem_test_any(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_any, __VA_ARGS__)
#define shmem_test_some(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_some, __VA_ARGS__)
#define shmem_test_all_vector(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_all_vector, __VA_ARGS__)
#define shmem_test_any_vector(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_any_vector, __VA_ARGS__)
#define shmem_test_some_vector(...) POLDER_SHMEM_BY_FIRST(POLDER_SHMEM_SELECT_WAIT, _test_some_vector, __VA_ARGS__)

/* One name, with and without a context or a team. */
#define shmem_signal_add(...)                                                                      \
    _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)),                                                    \
        shmem_ctx_t: shmem_ctx_signal_add,                                                         \
        default: shmem_signal_add)(__VA_ARGS__)
#define shmem_signal_set(...)                                                                      \
    _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)),                                                    \
        shmem_ctx_t: shmem_ctx_signal_set,                                                         \
        default: shmem_signal_set)(__VA_ARGS__)
#define shmem_sync(...)                                                                            \
    _Generic((POLDER_SHMEM_FIRST(__VA_ARGS__)), shmem_team_t: shmem_team_sync, default: shmem_sync)( \
        __VA_ARGS__)

#endif
