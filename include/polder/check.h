/* What generated code calls with -fupc-check, which includes this header behind abi.h. Nobody else
 * does.
 *
 * An access by pointer is right if the pointer and all bytes of the object lie in one live shared
 * object: an array, or a block of the allocation functions. polder_checked asks that of the object
 * that the thread met last at the same place of the program: a few instructions. Only if the answer
 * is no, or if a block of the node was freed meanwhile, does the runtime look the object up
 * (runtime/check/object.h). An access to a named array is right if its indexes are; arrays live for
 * ever.
 *
 * file and line are the program's; what is text of the source. */
#ifndef POLDER_CHECK_H
#define POLDER_CHECK_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An object as accesses see it: x lies in it if ((x - polder_job.base) & mask) - low < length.
 * The mask takes the thread
 * away where all threads have a part of it; length is then the part of the thread that has least.
 * length 0: nothing known. */
struct polder_met {
    unsigned long low;
    unsigned long length;
    unsigned long mask;
    unsigned long freed; /* blocks of the node that had been freed by then */
};
#define POLDER_MET_PLACES 256
/* Private section: every UPC thread has its own at &polder_met + polder_delta. */
extern struct polder_met polder_met[POLDER_MET_PLACES];
/* How many blocks of this node have been freed, by whomever. */
extern const unsigned long *polder_freed;

/* Where and what in the program an access is. One a place, constant. */
struct polder_place {
    const char *file;
    const char *what;
    unsigned int line;
    unsigned int number; /* below POLDER_MET_PLACES; places may share one */
};

/* The rest of polder_checked: gives ga, or ends the job. */
polder_ga polder_check_access(polder_ga from, polder_ga ga, unsigned long size, unsigned long align,
                              const struct polder_place *place) POLDER_COLD;
void polder_check_index_failed(long index, unsigned long count,
                               const struct polder_place *place) POLDER_COLD;
/* `n` bytes of one thread from ga on, which a library function is about to use. */
void polder_check_range(polder_ga ga, unsigned long n, const struct polder_place *place);
/* A pointer-to-shared becomes a private pointer. */
polder_ga polder_check_cast(polder_ga ga, const struct polder_place *place);
/* The library function that is called next is called from there. */
void polder_check_here(const struct polder_place *place);

/* Of an object of `size` bytes at ga, reached from the pointer `from`. */
POLDER_INLINE polder_ga polder_checked(polder_env e, polder_ga from, polder_ga ga,
                                       unsigned long size, unsigned long align,
                                       const struct polder_place *place) {
    const struct polder_met *m =
        (const struct polder_met *)((char *)&polder_met[place->number] + e.delta);
    const unsigned long start = ((from - e.base) & m->mask) - m->low;
    const unsigned long at = ((ga - e.base) & m->mask) - m->low;
    const int inside = at < m->length && m->length - at >= size && start <= m->length;
    if (__builtin_expect(inside && (ga & (align - 1)) == 0 &&
                             m->freed == *(const volatile unsigned long *)polder_freed,
                         1))
        return ga;
    return polder_check_access(from, ga, size, align, place);
}

/* The same of what a pointer leads to itself, as atomic operations use it. */
POLDER_INLINE polder_ga polder_checked_address(polder_env e, polder_ga ga, unsigned long size,
                                               unsigned long align,
                                               const struct polder_place *place) {
    return polder_checked(e, ga, ga, size, align, place);
}
POLDER_INLINE polder_gp polder_checked_pointer(polder_env e, polder_gp p, unsigned long size,
                                               unsigned long align,
                                               const struct polder_place *place) {
    polder_checked(e, p.ga, p.ga, size, align, place);
    return p;
}

/* An index of an array of `count` elements. beyond 1: an address one behind the last is allowed. */
POLDER_INLINE long polder_checked_index(long index, unsigned long count, unsigned long beyond,
                                        const struct polder_place *place) {
    if (__builtin_expect((unsigned long)index >= count + beyond, 0))
        polder_check_index_failed(index, count, place);
    return index;
}

#ifdef __cplusplus
}
#endif

#include "intervals.h"

#endif
