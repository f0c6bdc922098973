/* The memory of the caller's node, in place. Part of <polder/memory.h>; programs do not include it.
 *
 * Memory of this node is reached by a load, a store or the processor's atomic instruction. So calls
 * of polder_put, polder_get and their kind test where the address lies, and do the access in place
 * if it is here. All else goes to the library: other nodes, mistakes, and everything while a
 * detector of races must be told. Its functions have second names for these calls, such as
 * polder_put_of_library.
 *
 * Definitions are gnu_inline: no code of theirs is emitted but where it is inlined. A pointer to
 * polder_put is one to the library's function. There are none without optimisation, in UPC units
 * and under ThreadSanitizer. Tools that look at calls define POLDER_NO_INLINE.
 *
 * Rules. They are those of the calls; docs/design/transfers.md has the proof.
 *   H1 An object of 1, 2, 4 or 8 bytes, if the compiler knows the length, is one volatile access.
 *      So it is not torn where it is aligned, not left out, and not moved out of a loop.
 *   H2 Longer ones are memcpy, which may store the ends twice. Lengths to 8 bytes that the compiler
 *      does not know, and odd ones, go to the library, which stores each byte once.
 *   H3 Atomic operations take the order that the library's take: docs/design/transfers.md.
 *   H4 polder_flush_all is a fence of the processor where the job has one node: nothing is under
 *      way. Otherwise it is the call, as the thread's cache of far accesses has a part in it.
 *
 * Invariant (a value read early is safe). The runtime writes polder_here once, in polder_init or
 * before main. To compilers it is a constant, so that a loop reads it once; they might read it
 * before the call of polder_init, too. Then some members are those of below and some are the job's.
 * Let a be a global address, far less than 2^62, as are all true values. Then the test fails, and
 * the call goes to the library, if
 *   1. `length` is early: nothing is less than 0;
 *   2. `shift` is early, `first` is not: a - 2^63 - first is at least 2^62, modulo 2^64;
 *   3. `first` is early, `shift` is not: a - shift - 2^62 is more than 2^63;
 *   4. both are: a - 2^63 - 2^62 is a + 2^62.
 * `whole` stands alone: 0 is the call. Held by tests/unit/include/here.cc.
 *
 * ABI. Compiled code reads these members. A change of what they mean takes another name, so that a
 * program with the old one does not link or load. */
#ifndef POLDER_INLINE_HERE_H
#define POLDER_INLINE_HERE_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <polder/inline/watched.h>

struct polder_here {
    polder_ga shift;      /* global minus virtual address. Early: 2^63 */
    polder_ga first;      /* virtual address of the first byte of the node. Early: 2^62 */
    unsigned long length; /* Early: 0 */
    unsigned long whole;  /* 1: the job has no other node, and nobody watches. Early: 0 */
};

#if defined __GNUC__ && defined __OPTIMIZE__ && !defined __UPC__ &&                                \
    !defined __POLDER_PE_THREADS__ && !defined POLDER_NO_INLINE && !defined POLDER_WATCHED
#define POLDER_IN_PLACE                                                                            \
    extern __inline__ __attribute__((gnu_inline, always_inline, artificial, unused))

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const struct polder_here polder_here;

#define POLDER_HERE_INLINE static __inline__ __attribute__((always_inline, artificial, unused))

/* Whether it is on this node, and where it is in this process then. */
POLDER_HERE_INLINE int polder_here_has(polder_ga address) {
    return __builtin_expect(address - polder_here.shift - polder_here.first < polder_here.length,
                            1);
}
POLDER_HERE_INLINE void *polder_here_at(polder_ga address) {
    return (void *)(address - polder_here.shift);
}
/* A word for atomic operations. One that is not aligned goes to the library, which says so. */
POLDER_HERE_INLINE int polder_here_has_word(polder_ga address, size_t bytes) {
    return (address & (bytes - 1)) == 0 && polder_here_has(address);
}
typedef uint32_t __attribute__((may_alias)) polder_here_word4;
typedef uint64_t __attribute__((may_alias)) polder_here_word8;

/* H1: objects of any type and alignment, from shared memory and to it. */
#define POLDER_HERE_OBJECT(bytes, type)                                                            \
    typedef struct {                                                                               \
        type value;                                                                                \
    } __attribute__((packed, may_alias)) polder_here_object##bytes;                                \
    POLDER_HERE_INLINE type polder_here_load##bytes(polder_ga from) {                              \
        return ((const volatile polder_here_object##bytes *)polder_here_at(from))->value;          \
    }                                                                                              \
    POLDER_HERE_INLINE void polder_here_store##bytes(polder_ga to, type value) {                   \
        ((volatile polder_here_object##bytes *)polder_here_at(to))->value = value;                 \
    }
POLDER_HERE_OBJECT(1, uint8_t)
POLDER_HERE_OBJECT(2, uint16_t)
POLDER_HERE_OBJECT(4, uint32_t)
POLDER_HERE_OBJECT(8, uint64_t)
#undef POLDER_HERE_OBJECT

/* H1, H2: whether a copy of so many bytes may be done in place, and which kind it is. Not to be the
 * initial value of a constant: there C++ asks before anything is inlined, and knows no length. */
#define POLDER_HERE_IS(bytes, size) (__builtin_constant_p(bytes) && (bytes) == (size))
POLDER_HERE_INLINE int polder_here_copies(size_t bytes) { return bytes > 8; }

/* The library's function by its other name, for definitions in place: clang emits none that call
 * themselves. Beside it the way there counts for nothing: compilers keep it out of loops. */
#define POLDER_LIBRARY(result, name, parameters)                                                   \
    extern result name##_of_library parameters __attribute__((cold))

POLDER_LIBRARY(void *, polder_pointer, (polder_ga address));
POLDER_IN_PLACE void *polder_pointer(polder_ga address) {
    return polder_here_has(address) ? polder_here_at(address) : polder_pointer_of_library(address);
}

#ifdef __cplusplus
}
#endif

#endif
#endif
