/* <upc_castable.h>: private pointers to other threads' shared data (UPC 1.3 optional library, 7.7).
 * What lies on the caller's node can be reached this way. */
#ifndef POLDER_UPC_CASTABLE_H
#define POLDER_UPC_CASTABLE_H

#include <stddef.h>

#define UPC_CASTABLE_ALL_ALLOC (1 << 0)
#define UPC_CASTABLE_GLOBAL_ALLOC (1 << 1)
#define UPC_CASTABLE_ALLOC (1 << 2)
#define UPC_CASTABLE_STATIC (1 << 3)
#define UPC_CASTABLE_ALL                                                                           \
    (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)

typedef struct upc_thread_info_t {
    /* The regions above of which every pointer with affinity to the thread can be cast. */
    int guaranteedCastable;
    int probablyCastable;
} upc_thread_info_t;

void *upc_cast(const shared void *ptr); /* null if that is not possible, or ptr is null */
upc_thread_info_t upc_thread_info(size_t threadId);

#endif
