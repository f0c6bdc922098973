/* <upc_collective.h>: collective copies and reductions (UPC 1.3, 7.4). Every thread calls with the
 * same arguments, not between upc_notify and upc_wait. `flags` says when data may be touched
 * (upc_types.h). */
#ifndef POLDER_UPC_COLLECTIVE_H
#define POLDER_UPC_COLLECTIVE_H

#include <stddef.h>
#include <upc_types.h>

/* Operations besides those of upc_types.h: the function given, commutative or not. */
#define UPC_FUNC (1UL << 9)
#define UPC_NONCOMM_FUNC (1UL << 10)

/* Blocks of nbytes; "each" is shared [nbytes] char[nbytes * THREADS], "one" is shared []
 * char[...]. */
void upc_all_broadcast(shared void *dst_each, shared const void *src_one, size_t nbytes,
                       upc_flag_t flags);
void upc_all_scatter(shared void *dst_each, shared const void *src_one, size_t nbytes,
                     upc_flag_t flags);
void upc_all_gather(shared void *dst_one, shared const void *src_each, size_t nbytes,
                    upc_flag_t flags);
void upc_all_gather_all(shared void *dst, shared const void *src_each, size_t nbytes,
                        upc_flag_t flags);
void upc_all_exchange(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags);
void upc_all_permute(shared void *dst_each, shared const void *src_each, shared const int *perm,
                     size_t nbytes, upc_flag_t flags);

/* Reductions over shared [blk_size] TYPE src[nelems] (0: indefinite); the phase of src counts. */
#define POLDER_REDUCTIONS(T, TYPE)                                                                 \
    void upc_all_reduce##T(shared void *dst, shared const void *src, upc_op_t op, size_t nelems,   \
                           size_t blk_size, TYPE (*func)(TYPE, TYPE), upc_flag_t flags);           \
    void upc_all_prefix_reduce##T(shared void *dst, shared const void *src, upc_op_t op,           \
                                  size_t nelems, size_t blk_size, TYPE (*func)(TYPE, TYPE),        \
                                  upc_flag_t flags);
POLDER_REDUCTIONS(C, signed char)
POLDER_REDUCTIONS(UC, unsigned char)
POLDER_REDUCTIONS(S, signed short)
POLDER_REDUCTIONS(US, unsigned short)
POLDER_REDUCTIONS(I, signed int)
POLDER_REDUCTIONS(UI, unsigned int)
POLDER_REDUCTIONS(L, signed long)
POLDER_REDUCTIONS(UL, unsigned long)
POLDER_REDUCTIONS(F, float)
POLDER_REDUCTIONS(D, double)
POLDER_REDUCTIONS(LD, long double)
#undef POLDER_REDUCTIONS

#endif
