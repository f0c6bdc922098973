/* Atomic memory operations in place: what upcc makes of a call of upc_atomic_relaxed or
 * upc_atomic_strict (7.6 of UPC 1.3).
 *
 * Where the operation is a constant, such a call may be the processor's instruction, behind tests
 * of the domain and of the target. Three things must hold. The domain's type is an integer of 4 or
 * 8 bytes, the operation is one instruction, and the target is on this node. Everything else,
 * mistakes included, is left to polder_atomic in the library. It does all operations and explains
 * what is wrong. A job of one node needs only one test of the domain, if the types of all arguments
 * say the size (polder_atomic_near).
 *
 * <upc_atomic.h> includes this file; users do not. */
#ifndef POLDER_ATOMIC_H
#define POLDER_ATOMIC_H

#include <polder/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A domain. Every node has a copy, in the memory of its first thread, at the same place in that as
 * the domain is in thread 0's. `in_place` is of_words4 or of_words8, which no other object has at
 * its beginning. It also holds the operations of the domain that may be done in place; 0 for other
 * types. Strict ones may be (of_strict) in a job of one node. Elsewhere they have a fence of far
 * accesses in front, though the target is near; nothing of that fence is in place. */
struct polder_atomic_domain {
    unsigned long in_place;
    unsigned long magic;
    unsigned long ops;
    int type;
};
#define POLDER_ATOMIC_WORDS4 0x646f6d3400000000UL
#define POLDER_ATOMIC_WORDS8 0x646f6d3800000000UL
#define POLDER_ATOMIC_STRICT 0x80000000UL
/* ADD, AND, OR, XOR, GET, SET, CSWAP, SUB, INC, DEC as in upc_types.h and upc_atomic.h */
#define POLDER_ATOMIC_INSTRUCTIONS 0x1f81dUL

/* Any operation of any domain. Ends the job, with a message, on what a domain does not allow.
 * `narrow` is for UPC_PTS. It says which of *target (1), *fetch (2), *operand1 (4) and *operand2
 * (8) are pointers-to-shared of 8 bytes; the others have 16. Times 256 it says how many bytes all
 * of them have; 0: not known. */
void polder_atomic(polder_ga domain, void *fetch, unsigned long op, polder_gp target,
                   const void *operand1, const void *operand2, int ordered, int narrow);

/* The node's copy of a domain. */
POLDER_INLINE const struct polder_atomic_domain *polder_domain_at(polder_ga domain) {
    return (const struct polder_atomic_domain *)(domain - polder_job.base + polder_job.first -
                                                 polder_job.node_shift);
}

/* For operations that take the address a cast of a pointer-to-shared gives (bupc_atomics.h,
 * upc_cray.h): whether it is of memory of another node. Private memory never is. Then
 * polder_atomic_elsewhere does the operation. Its op and type are as in upc_types.h and
 * upc_atomic.h: an integer of 4 or 8 bytes or a floating-point type. Operands and the value before
 * are the bytes of a word. */
POLDER_INLINE int polder_elsewhere(const volatile void *at) {
    const polder_ga ga = (polder_ga)at + polder_node.shift;
#ifdef POLDER_RACES /* all of them, as the library tells the sanitizer */
    return ga - polder_job.base < polder_job.threads << polder_job.shift;
#endif
    return !polder_node.one && !polder_is_near_nnode(ga) &&
           ga - polder_job.base < polder_job.threads << polder_job.shift;
}
unsigned long polder_atomic_elsewhere(unsigned long op, int type, const volatile void *at,
                                      unsigned long operand1, unsigned long operand2, int ordered);

typedef unsigned int __attribute__((may_alias)) polder_word4;
typedef unsigned long __attribute__((may_alias)) polder_word8;

/* A strict operation has a fence of the processor on both sides. On x86-64 the locked instructions
 * are fences; only UPC_GET has none. So there a strict operation is sequentially consistent for the
 * C compiler, too. Of a relaxed operation whose value nobody wants, a C compiler may make a plain
 * store, or nothing. */
#if defined(__x86_64__)
#define POLDER_ATOMIC_STRICTLY __ATOMIC_SEQ_CST
#else
#define POLDER_ATOMIC_STRICTLY __ATOMIC_RELAXED
#endif
POLDER_INLINE void polder_atomic_fence(int ordered, int before_get) {
#if defined(__x86_64__)
    if (ordered && before_get)
        polder_before_strict_load();
    else if (ordered)
        __asm__ __volatile__("" ::: "memory");
#else
    (void)before_get;
    if (ordered) __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* One instruction; op is one of POLDER_ATOMIC_INSTRUCTIONS. The value before. */
#define POLDER_ATOMIC_INSTRUCTION(name, word, order)                                               \
    POLDER_INLINE word name(unsigned long op, word *target, const word *operand1,                  \
                            const word *operand2) {                                                \
        word seen;                                                                                 \
        switch (op) {                                                                              \
        case 1UL << 0: return __atomic_fetch_add(target, *operand1, order);                        \
        case 1UL << 2: return __atomic_fetch_and(target, *operand1, order);                        \
        case 1UL << 3: return __atomic_fetch_or(target, *operand1, order);                         \
        case 1UL << 4: return __atomic_fetch_xor(target, *operand1, order);                        \
        case 1UL << 11: return __atomic_load_n(target, order);                                     \
        case 1UL << 12: return __atomic_exchange_n(target, *operand1, order);                      \
        case 1UL << 14: return __atomic_fetch_sub(target, *operand1, order);                       \
        case 1UL << 15: return __atomic_fetch_add(target, (word)1, order);                         \
        case 1UL << 16: return __atomic_fetch_sub(target, (word)1, order);                         \
        default:                                                                                   \
            seen = *operand1;                                                                      \
            __atomic_compare_exchange_n(target, &seen, *operand2, 0, order, order);                \
            return seen;                                                                           \
        }                                                                                          \
    }
#define POLDER_ATOMIC_WORD(word, relaxed, strict, either)                                          \
    POLDER_ATOMIC_INSTRUCTION(relaxed, word, __ATOMIC_RELAXED)                                     \
    POLDER_ATOMIC_INSTRUCTION(strict, word, POLDER_ATOMIC_STRICTLY)                                \
    POLDER_INLINE word either(unsigned long op, word *target, const word *operand1,                \
                              const word *operand2, int ordered) {                                 \
        return ordered ? strict(op, target, operand1, operand2)                                    \
                       : relaxed(op, target, operand1, operand2);                                  \
    }
POLDER_ATOMIC_WORD(polder_word4, polder_relaxed_word4, polder_strict_word4, polder_atomic_word4)
POLDER_ATOMIC_WORD(polder_word8, polder_relaxed_word8, polder_strict_word8, polder_atomic_word8)
#undef POLDER_ATOMIC_WORD
#undef POLDER_ATOMIC_INSTRUCTION
#undef POLDER_ATOMIC_STRICTLY

POLDER_INLINE void polder_atomic_call(polder_ga domain, void *fetch, unsigned long op,
                                      polder_gp target, const void *operand1, const void *operand2,
                                      int ordered) {
    const int get = op == 1UL << 11;
    const int unary = op == 1UL << 15 || op == 1UL << 16;
    const int ternary = op == 1UL << 13;
    const int complete = get ? fetch != 0 : (unary || operand1) && (!ternary || operand2);
#ifdef POLDER_RACES
    const int in_place = 0; /* the library does them, and tells the sanitizer */
#else
    const int in_place = 1;
#endif
    if (in_place && __builtin_constant_p(op) && (op & POLDER_ATOMIC_INSTRUCTIONS) &&
        !(op & (op - 1)) && complete && domain) {
        const unsigned long how = ordered ? op | POLDER_ATOMIC_STRICT : op;
        const unsigned long here = polder_domain_at(domain)->in_place & (~0xffffffffUL | how);
        const int near = polder_is_near_nnode(target.ga);
        void *const at = polder_addr_any(target.ga);
        if (near && here == (POLDER_ATOMIC_WORDS8 | how)) {
            polder_word8 before;
            polder_atomic_fence(ordered, get);
            before = polder_atomic_word8(op, (polder_word8 *)at, (const polder_word8 *)operand1,
                                         (const polder_word8 *)operand2, ordered);
            polder_atomic_fence(ordered, 0);
            if (fetch) *(polder_word8 *)fetch = before;
            return;
        }
        if (near && here == (POLDER_ATOMIC_WORDS4 | how)) {
            polder_word4 before;
            polder_atomic_fence(ordered, get);
            before = polder_atomic_word4(op, (polder_word4 *)at, (const polder_word4 *)operand1,
                                         (const polder_word4 *)operand2, ordered);
            polder_atomic_fence(ordered, 0);
            if (fetch) *(polder_word4 *)fetch = before;
            return;
        }
    }
    polder_atomic(domain, fetch, op, target, operand1, operand2, ordered, 0);
}

/* In a job of one node: may such operations on words of `size` bytes be done in place in this
 * domain? Null is none; that is found out without a branch. */
POLDER_INLINE int polder_domain_allows(polder_ga domain, unsigned long ops, unsigned long size) {
#ifdef POLDER_RACES
    return 0;
#endif
    const unsigned long words = (size == 4 ? POLDER_ATOMIC_WORDS4 : POLDER_ATOMIC_WORDS8) | ops;
    const polder_ga any = domain | (-(unsigned long)(domain == 0) &
                                    (polder_ga)&polder_job); /* which begins with no such word */
    return (*(const polder_word8 *)polder_addr_1node(any) & (~0xffffffffUL | ops)) == words;
}

/* In such a job, on a target of which upcc knows that it has 4 or 8 bytes; what the pointers point
 * to has as many. `op` is a constant, one of POLDER_ATOMIC_INSTRUCTIONS, and its operands are
 * given. The way to the library has copies of its own, so that the pointers' objects may stay in
 * registers. */
#define POLDER_ATOMIC_NEAR(name, word, instruction)                                                \
    POLDER_INLINE void name(int allowed, polder_ga domain, void *fetch, unsigned long op,          \
                            polder_ga target, const void *operand1, const void *operand2,          \
                            int ordered) {                                                         \
        word before = 0;                                                                           \
        if (__builtin_expect(allowed, 1)) {                                                        \
            polder_atomic_fence(ordered, op == 1UL << 11);                                         \
            before = instruction(op, (word *)polder_addr_1node(target), (const word *)operand1,    \
                                 (const word *)operand2, ordered);                                 \
            polder_atomic_fence(ordered, 0);                                                       \
        } else {                                                                                   \
            const polder_gp there = {target, 0};                                                   \
            const word first = operand1 ? *(const word *)operand1 : 0,                             \
                       second = operand2 ? *(const word *)operand2 : 0;                            \
            polder_atomic(domain, &before, op, there, &first, &second, ordered,                    \
                          (int)sizeof(word) << 8);                                                 \
        }                                                                                          \
        if (fetch) *(word *)fetch = before;                                                        \
    }
POLDER_ATOMIC_NEAR(polder_atomic_near4, polder_word4, polder_atomic_word4)
POLDER_ATOMIC_NEAR(polder_atomic_near8, polder_word8, polder_atomic_word8)
#undef POLDER_ATOMIC_NEAR

/* What calls of the functions of 7.6 go out as; where pointers-to-shared are concerned it is
 * polder_atomic. */
POLDER_INLINE void polder_atomic_relaxed(polder_ga domain, void *fetch, unsigned long op,
                                         polder_gp target, const void *operand1,
                                         const void *operand2) {
    polder_atomic_call(domain, fetch, op, target, operand1, operand2, 0);
}
POLDER_INLINE void polder_atomic_strict(polder_ga domain, void *fetch, unsigned long op,
                                        polder_gp target, const void *operand1,
                                        const void *operand2) {
    polder_atomic_call(domain, fetch, op, target, operand1, operand2, 1);
}

#ifdef __cplusplus
}
#endif

#endif
