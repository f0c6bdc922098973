/* What generated code calls with -fupc-check, which includes this header behind abi.h. Nobody else
 * does.
 *
 * An access by pointer is right if the pointer and all bytes of the object lie in one live shared
 * object. Such an object is an array, or a block of the allocation functions. Three know objects.
 * Each is asked only if the one before does not say yes:
 *   1. the shadow, which knows blocks of the node by any of their addresses. It is asked where the
 *      pointer leads to a structure;
 *   2. the object that the thread met last at the same place of the program, if that is still
 *      known to be live;
 *   3. the runtime, which looks the object up (runtime/check/object.h).
 * An access to a named array is right if its indexes are; arrays live for ever.
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

/* An object as accesses see it: x lies in it if ((x - e.base) & mask) - low < length.
 * Where all threads have a part of it, the mask takes the thread away. Length is then the part of
 * the thread that has least. length 0: nothing known. */
struct polder_met {
    unsigned long low;
    unsigned long length;
    unsigned long mask;
    /* It holds while *now is `then`. That is the count of freed blocks of the node. For an object
     * of another node it is the version of the thread's cache. Null only with length 0. */
    const volatile unsigned long *now;
    unsigned long then;
};
#define POLDER_MET_PLACES 256
/* Private section: every UPC thread has its own at &polder_met + polder_delta. */
extern struct polder_met polder_met[POLDER_MET_PLACES];

/* The shadow (runtime/node_heap/shadow.h): a number for each line of the segments of this node. It
 * says how many bytes from the start of the line on belong to the live block there. 0: nothing is
 * known. The numbers change; where they lie does not, once UPC code runs. */
#define POLDER_SHADOW_LINE 16
#define POLDER_SHADOW_NUMBER 2
extern const struct polder_shadow {
    polder_ga first; /* of the node, and how many bytes; 0: there is no shadow */
    unsigned long length;
    unsigned long inside;  /* mask of an offset in a segment */
    unsigned long numbers; /* of a segment, from the segment's global address on */
} polder_shadow;
POLDER_INLINE unsigned long polder_shadow_number(polder_ga ga) {
    const unsigned long place = ga - polder_shadow.first;
    const unsigned long offset = place & polder_shadow.inside;
    const unsigned long number =
        ga - offset + polder_shadow.numbers + offset / POLDER_SHADOW_LINE * POLDER_SHADOW_NUMBER;
    if (place >= polder_shadow.length) return 0;
    return __atomic_load_n((const unsigned short *)number, __ATOMIC_RELAXED);
}
/* Do the bytes lie behind the pointer that leads to them, in the block of the pointer's line?
 * `rest` bytes belong to that block from the start of the line on. */
POLDER_INLINE int polder_in_rest(polder_ga from, polder_ga ga, unsigned long size,
                                 unsigned long rest) {
    const unsigned long past = ga - from;
    return past <= rest && from % POLDER_SHADOW_LINE + past + size <= rest;
}

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

/* Does what the thread met last at the place say that the access is right? */
POLDER_INLINE int polder_met_before(polder_env e, polder_ga from, polder_ga ga, unsigned long size,
                                    const struct polder_met *m) {
    const unsigned long start = ((from - e.base) & m->mask) - m->low;
    const unsigned long at = ((ga - e.base) & m->mask) - m->low;
    return at < m->length && m->length - at >= size && start <= m->length && m->then == *m->now;
}
/* Of an object of `size` bytes at ga, reached from the pointer `from`. What that points to asks for
 * an address that is a multiple of `align`. */
POLDER_INLINE polder_ga polder_checked(polder_env e, polder_ga from, polder_ga ga,
                                       unsigned long size, unsigned long align,
                                       const struct polder_place *place) {
    const struct polder_met *m =
        (const struct polder_met *)((char *)&polder_met[place->number] + e.delta);
    const int aligned = (from & (align - 1)) == 0;
    if (__builtin_expect(aligned && polder_met_before(e, from, ga, size, m), 1)) return ga;
    return polder_check_access(from, ga, size, align, place);
}
/* The same of a structure that the pointer leads to itself, or a part of it. Where programs walk
 * through lists and trees, that is in another block each time, so the shadow is asked first. */
POLDER_INLINE polder_ga polder_checked_part(polder_env e, polder_ga from, polder_ga ga,
                                            unsigned long size, unsigned long align,
                                            const struct polder_place *place) {
    const int aligned = (from & (align - 1)) == 0;
    const unsigned long rest = polder_shadow_number(from);
    if (__builtin_expect(aligned && polder_in_rest(from, ga, size, rest), 1)) return ga;
    return polder_checked(e, from, ga, size, align, place);
}

/* The same of the targets of atomic operations. */
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
