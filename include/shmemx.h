/* <shmemx.h>: what Polder adds to OpenSHMEM 1.6. C11 and C++.
 *
 * UPC and OpenSHMEM share one job: PE n is UPC thread n, and symmetric memory is shared memory
 * with affinity to its PE. A global address (polder_ga of <polder/memory.h>) is what a
 * pointer-to-shared of UPC without a phase holds: `shared [] T *` and `shared T *` are 8 bytes,
 * the address itself. */
#ifndef POLDER_SHMEMX_H
#define POLDER_SHMEMX_H

#include <shmem.h>

#include <polder/memory.h>
#include <polder/team.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The global address of a symmetric object of that PE; 0: the address is not symmetric. */
polder_ga shmemx_to_upc(const void *symmetric, int pe);
/* The caller's address of the symmetric object that lies there, and in *pe whose it is. Null:
 * shared memory that the caller has no name for (a static shared object of UPC, memory of
 * upc_alloc), or no shared memory at all. */
void *shmemx_from_upc(polder_ga address, int *pe);
/* The engine's team (<polder/team.h>) of the same members; null: SHMEM_TEAM_INVALID. It ends with
 * the team. */
polder_team *shmemx_team_to_polder(shmem_team_t team);

#ifdef __cplusplus
}
#endif

#endif
