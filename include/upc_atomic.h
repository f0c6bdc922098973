/* <upc_atomic.h>: atomic memory operations (UPC 1.3 optional library, 7.6). A domain names one type
 * and the operations used on objects of it. Between two barriers an object is used through one
 * domain, or without any. */
#ifndef POLDER_UPC_ATOMIC_H
#define POLDER_UPC_ATOMIC_H

#include <polder/atomic.h>
#include <upc_types.h>

/* Operations besides those of upc_types.h. */
#define UPC_GET (1UL << 11)
#define UPC_SET (1UL << 12)
#define UPC_CSWAP (1UL << 13)
#define UPC_SUB (1UL << 14)
#define UPC_INC (1UL << 15)
#define UPC_DEC (1UL << 16)

typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2

typedef shared struct upc_atomicdomain_struct upc_atomicdomain_t;

/* Collective. Integer types of 32 and 64 bits: all operations but the logical ones; float and
 * double: none of the bitwise ones; UPC_PTS: UPC_GET, UPC_SET, UPC_CSWAP. Anything else ends the
 * job with a message. */
upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops,
                                               upc_atomichint_t hints);
void upc_all_atomicdomain_free(upc_atomicdomain_t *ptr);

/* *fetch_ptr, unless null, gets the value before. The operations UPC_GET, UPC_INC and UPC_DEC do
 * not use operand1. UPC_CSWAP stores operand2 if the value is *operand1. With a domain of UPC_PTS
 * target, *fetch_ptr and operands are pointers-to-shared of any types. A call through a function
 * pointer takes them for `shared void *`. */
void upc_atomic_strict(upc_atomicdomain_t *domain, void *fetch_ptr, upc_op_t op,
                       shared void *target, const void *operand1, const void *operand2);
void upc_atomic_relaxed(upc_atomicdomain_t *domain, void *fetch_ptr, upc_op_t op,
                        shared void *target, const void *operand1, const void *operand2);
/* Nonzero where the processor does such operations itself: numbers of the caller's node at an
 * address that is a multiple of their size. */
int upc_atomic_isfast(upc_type_t type, upc_op_t ops, shared void *addr);

#endif
