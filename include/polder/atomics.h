/* <polder/atomics.h>: atomic operations on shared memory of any thread.
 *
 * They agree with each other and with those of upc_atomic.h, and with the processor's own (C11's
 * atomics) where the memory is on the caller's node. Each is relaxed in order: it does not order
 * other accesses; polder_flush_all and barriers do. It is complete on return. Targets are aligned
 * to their size. With optimisation, operations on integers of the caller's node are the processor's
 * instructions in place: <polder/inline/here.h>. C11 and C++. */
#ifndef POLDER_ATOMICS_H
#define POLDER_ATOMICS_H

#include <polder/memory.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum polder_type {
    POLDER_I32,
    POLDER_U32,
    POLDER_I64,
    POLDER_U64,
    POLDER_F32,
    POLDER_F64
} polder_type;

/* and, or, xor: integers. cswap: stores `second` where the target equals `operand` (by value); get:
 * operands are not looked at; inc, dec: nor. */
typedef enum polder_operation {
    POLDER_GET,
    POLDER_SET,
    POLDER_ADD,
    POLDER_SUB,
    POLDER_MUL,
    POLDER_MIN,
    POLDER_MAX,
    POLDER_AND,
    POLDER_OR,
    POLDER_XOR,
    POLDER_INC,
    POLDER_DEC,
    POLDER_SWAP,
    POLDER_CSWAP
} polder_operation;

/* before: where the old value goes, or null. operand, second: objects of the type, or null where
 * not needed. */
void polder_atomic_do(polder_type type, polder_operation operation, polder_ga target,
                      const void *operand, const void *second, void *before);

/* The usual ones. */
uint64_t polder_fetch_add(polder_ga target, uint64_t operand);
uint64_t polder_fetch(polder_ga target);
uint64_t polder_swap(polder_ga target, uint64_t value);
uint64_t polder_compare_swap(polder_ga target, uint64_t expected,
                             uint64_t desired); /* what was there */

#ifdef __cplusplus
}
#endif

#include <polder/inline/atomics.h>

#endif
