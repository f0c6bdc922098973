/* <pshmem.h>: OpenSHMEM's profiling interface. Every routine of <shmem.h> also has a name with p in
 * front. The usual name is a weak symbol, so a profiling library defines it, measures, and calls
 * the other. Compile what is measured with -DPOLDER_SHMEM_CALLS: else calls on one node are done in
 * place. C11 and C++. */
#ifndef POLDER_PSHMEM_H
#define POLDER_PSHMEM_H

#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

POLDER_SHMEM_ROUTINES(pshmem_)

#ifdef __cplusplus
}
#endif

#endif
