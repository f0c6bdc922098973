/* <mpp/shmem.h>: the older place of <shmem.h>. */
#include <shmem.h>
