/* Where symmetric memory lies in this process: what OpenSHMEM's library and its inlined calls
 * share. Part of <shmem.h>; programs do not include it. */
#ifndef POLDER_SHMEM_PLACE_H
#define POLDER_SHMEM_PLACE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Written by shmem_init. All zero before and after shmem_finalize: then no address passes the tests. */
struct polder_shmem_place {
    char *heap;  /* the caller's segment */
    char *image; /* its static variables, as the program names them */
    char *base;  /* the segment of the node's first PE */
    unsigned long heap_bytes, image_bytes, image_offset;
    unsigned shift;       /* log2 of a segment */
    unsigned first, near; /* PEs of this node */
    int me, pes;
};
extern struct polder_shmem_place polder_shmem_here;

#ifdef __cplusplus
}
#endif

#endif
