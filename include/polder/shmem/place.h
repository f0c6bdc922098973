/* Where symmetric memory lies in this process: what OpenSHMEM's library and its inlined calls
 * share. Part of <shmem.h>; programs do not include it. */
#ifndef POLDER_SHMEM_PLACE_H
#define POLDER_SHMEM_PLACE_H

#ifdef __cplusplus
extern "C" {
#endif

/* A number in the form of a pointer. By C's rules about types no store to a number changes a
 * pointer. So a loop of shmem_p keeps these in registers, whatever its elements are (but for
 * characters, whose stores may change anything). */
typedef char *polder_shmem_fixed;

/* Written by shmem_init. All zero before it and after shmem_finalize: then no address passes the
 * tests.
 *
 * The *offset* of a symmetric address is its distance from `heap`, where the caller's segment
 * begins. For memory of the heap it is below `heap_bytes`. For a static variable it is `image` and
 * more, below image + image_bytes. The variable lies at offset + image_reach of its PE's segment.
 */
struct polder_shmem_place {
    polder_shmem_fixed heap;
    polder_shmem_fixed heap_bytes;
    polder_shmem_fixed image;
    polder_shmem_fixed image_bytes;
    polder_shmem_fixed image_reach;
    polder_shmem_fixed base;  /* the segment of the node's first PE */
    polder_shmem_fixed shift; /* log2 of a segment */
    polder_shmem_fixed first; /* PEs of this node */
    polder_shmem_fixed near;
    polder_shmem_fixed whole; /* not null: all PEs are of this node */
    int me;
    int pes;
};
extern struct polder_shmem_place polder_shmem_here;
extern volatile int polder_shmem_far_result; /* written only; of inline.h */

#if defined __POLDER_PE_THREADS__ || defined __UPC__
/* A PE may be one of several threads of a process. The address is constant in a thread, so a
 * compiler asks for it once a loop, as of pthread_self. The thread's delta would be read again
 * behind each store to a long. */
const struct polder_shmem_place *polder_shmem_place_of_thread(void) __attribute__((const));
#define POLDER_SHMEM_HERE(field) ((unsigned long)polder_shmem_place_of_thread()->field)
#else
#define POLDER_SHMEM_HERE(field) ((unsigned long)polder_shmem_here.field)
#endif

#ifdef __cplusplus
}
#endif

#endif
