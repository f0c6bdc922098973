/* Translation caches (TLB): shared elements that a loop reads in no order that is known beforehand,
 * a[at[i]]. Part of polder/abi.h.
 *
 * An entry remembers where a range of the array is in this process's memory. That is a part of a
 * block of this node, or a line of the thread's cache (runtime/cache) of another's. An element of
 * such a range costs a comparison and a load, without the arithmetic of a pointer-to-shared.
 *
 * Invariant. Entries hold as long as the cache's version is the TLB's. The version changes whenever
 * a line is not what it was: at each synchronisation, where a line is given to others or fetched
 * anew. So a TLB may be used across all of these. It looks anew after polder_tlb_reads reads as
 * well, so that a loop that waits for an element to change ends. Held by
 * tests/e2e/optimiser/far_loops.py. */
#ifndef POLDER_TLB_H
#define POLDER_TLB_H

#ifdef __cplusplus
extern "C" {
#endif

enum { polder_tlb_entries = 256, polder_tlb_reads = 65536, polder_tlb_page = 4096 };

typedef struct polder_tlb_entry {
    /* Elements first to first + count - 1 of the array; by address: bytes at which one may
     * begin. */
    long first;
    unsigned long count;
    polder_ga bias;       /* where element 0 would be */
    unsigned long unused; /* a power of two long: less arithmetic */
} polder_tlb_entry;
typedef struct polder_tlb {
    unsigned long chunk; /* bytes that share an entry; a power of two */
    long shift;          /* elements between a chunk's beginning and element 0 */
    unsigned long version;
    const volatile unsigned long *now; /* null: nothing has been looked up */
    unsigned long copy[2];
    polder_tlb_entry entry[polder_tlb_entries];
} polder_tlb;

/* What every access needs of it, in a variable of its own whose address goes nowhere, so that
 * compilers keep it in registers. */
typedef struct polder_tlb_state {
    long left; /* reads until it looks anew */
    long shift;
    unsigned long version;
    const volatile unsigned long *now;
} polder_tlb_state;

/* Begins to bring what is elsewhere of these addresses, which the thread is going to read, each as
 * far as that needs no waiting. */
void polder_far_ahead(const polder_ga *at, unsigned long count) POLDER_COLD;

/* Finds the entry, reading its data if need be; gives the element's place. */
void *polder_tlb_find(polder_tlb *tlb, polder_gp base, long i, unsigned long size,
                      unsigned long block) POLDER_COLD;

/* Where element i is to be read. block 0: all on one thread. chunk: as in the TLB. */
POLDER_INLINE void *polder_tlb_at(polder_tlb *tlb, polder_tlb_state *state, polder_gp base, long i,
                                  unsigned long size, unsigned long block, unsigned long chunk) {
    if (__builtin_expect(--state->left > 0, 1)) {
        const unsigned long slot =
            (unsigned long)(i + state->shift) / (chunk / size) % polder_tlb_entries;
        const polder_tlb_entry *p = &tlb->entry[slot];
        if (__builtin_expect(
                (unsigned long)(i - p->first) < p->count && state->version == *state->now, 1))
            return (void *)(p->bias + (polder_ga)i * size);
    } else {
        tlb->now = (const volatile unsigned long *)0;
    }
    void *const place = polder_tlb_find(tlb, base, i, size, block);
    if (state->left <= 0) state->left = polder_tlb_reads;
    state->shift = tlb->shift;
    state->version = tlb->version;
    state->now = tlb->now;
    return place;
}

/* What `now` points to before something has been looked up: no version. */
static const volatile unsigned long polder_tlb_none = 0;

/* The same in loops that end whatever they read. */
POLDER_INLINE void *polder_tlb_in(polder_tlb *tlb, polder_tlb_state *state, polder_gp base, long i,
                                  unsigned long size, unsigned long block, unsigned long chunk) {
    if (__builtin_expect(state->version == *state->now, 1)) {
        const unsigned long slot =
            (unsigned long)(i + state->shift) / (chunk / size) % polder_tlb_entries;
        const polder_tlb_entry *p = &tlb->entry[slot];
        if (__builtin_expect((unsigned long)(i - p->first) < p->count, 1))
            return (void *)(p->bias + (polder_ga)i * size);
    }
    void *const place = polder_tlb_find(tlb, base, i, size, block);
    state->shift = tlb->shift;
    state->version = tlb->version;
    state->now = tlb->now;
    return place;
}

/* The same by address, for arrays whose blocks are no whole lines (cyclic ones): of memory
 * elsewhere only, a page to an entry. */
void *polder_tlb_find_address(polder_tlb *tlb, polder_ga at, unsigned long size) POLDER_COLD;
POLDER_INLINE unsigned long polder_tlb_slot(polder_ga at) {
    return at / polder_tlb_page * 0x9E3779B97F4A7C15UL >> 56;
}

POLDER_INLINE void *polder_tlb_at_address(polder_tlb *tlb, polder_tlb_state *state, polder_ga at,
                                          unsigned long size) {
    if (polder_is_near_nnode(at)) return polder_addr_nnode(at);
    if (__builtin_expect(--state->left > 0, 1)) {
        const polder_tlb_entry *p = &tlb->entry[polder_tlb_slot(at)];
        if (__builtin_expect(at - (polder_ga)p->first < p->count && state->version == *state->now,
                             1))
            return (void *)(p->bias + at);
    } else {
        tlb->now = (const volatile unsigned long *)0;
    }
    void *const place = polder_tlb_find_address(tlb, at, size);
    if (state->left <= 0) state->left = polder_tlb_reads;
    state->version = tlb->version;
    state->now = tlb->now;
    return place;
}

#ifdef __cplusplus
}
#endif

#endif
