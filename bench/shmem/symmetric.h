/* What the programs of this folder share: memory and sums of all PEs. */
#ifndef BENCH_SYMMETRIC_H
#define BENCH_SYMMETRIC_H

#include <shmem.h>

/* Of all PEs together: symmetric memory, or the end of the program. */
static inline void *symmetric_memory(size_t bytes) {
    void *memory = shmem_malloc(bytes);
    if (!memory) shmem_global_exit(1);
    return memory;
}

/* The sum of a symmetric word over the first PEs. */
static inline long symmetric_sum(long *word, int pes) {
    long sum = 0;
    for (int pe = 0; pe < pes; pe++)
        sum += shmem_long_g(word, pe);
    return sum;
}

#endif
