/* <polder/memory.h>: shared memory by global address.
 *
 * A global address (polder_ga) is 64 bits and means the same in every thread of the job; 0 is null.
 * Each thread owns a segment; what lies in it has *affinity* to that thread. Addresses inside a
 * block may be computed with integers: block + offset. A block of polder_all_alloc lies at the same
 * offset in every segment (polder_on).
 *
 * Memory on the caller's node is reached by pointer (polder_pointer), whichever process owns it;
 * other memory with <polder/transfer.h>. Aligned to 16 bytes, sizes that are multiples of 64 to 64.
 * C11 and C++. */
#ifndef POLDER_MEMORY_H
#define POLDER_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long polder_ga;

/* A block with affinity to the caller. 0: no memory, or bytes is 0. Not collective; does not wait
 * for others. */
polder_ga polder_alloc(size_t bytes);
/* A block with affinity to any thread, taken from the global area of that thread
 * (POLDER_GLOBAL_HEAP) and aligned to 64. 0: no memory there, or bytes is 0. That thread takes no
 * part where the network reaches its memory by itself. Not in handlers of messages. */
polder_ga polder_alloc_on(int thread, size_t bytes);
/* Collective, contains a barrier: a block of bytes_each in every segment; the address of thread 0's
 * part, the same in all threads, or 0 in all. All threads give the same size. */
polder_ga polder_all_alloc(size_t bytes_each);
/* Frees a block of any kind, given by the address the allocation returned; any thread, once. 0
 * is ignored. */
void polder_free(polder_ga block);
/* Collective: frees once all threads have called. */
void polder_all_free(polder_ga block);

/* The part of a block of polder_all_alloc (or any address at that offset) that lies in the segment
 * of `thread`. Of memory that all threads have registered, the same byte of that thread's piece. */
polder_ga polder_on(polder_ga address, int thread);
/* The thread an address has affinity to; -1: not shared memory, null. */
int polder_owner(polder_ga address);
/* A pointer to memory of this node's threads, valid in this process as long as the block is; null:
 * on another node, or null. */
void *polder_pointer(polder_ga address);
/* The global address of what lies in shared memory of this node; 0: it does not. */
polder_ga polder_address(const void *pointer);

/* ---- memory of a thread's own, outside of the segments ----
 *
 * A thread registers memory that it has from elsewhere (malloc, a device, a file). From then on all
 * threads reach it by addresses: puts, gets, copies, fills, atomic operations and signals take
 * them. Such an access is complete when the call returns. Strided and indexed transfers do not take
 * them. */
typedef polder_ga polder_memory;

/* Not collective. Memory that lies in a segment of this node keeps its address. 0: the thread has
 * 256 registered already. */
polder_memory polder_memory_register(void *base, size_t bytes);
/* By the thread that registered it, once, when no other thread starts accesses to it any more.
 * Waits until the processes of other nodes that know the memory have answered. They do so when they
 * call the library. Waits for accesses by threads of the owner's process, too. 0 is ignored. */
void polder_memory_deregister(polder_memory memory);
/* The address of a byte of it, in any thread. */
polder_ga polder_at(polder_memory memory, size_t offset);

/* Collective, contains a barrier: each thread registers a piece of its own. The pieces may differ
 * in length, or be null of 0 bytes. All threads get the address of thread 0's piece. The others are
 * polder_on(polder_at(memory, offset), thread). 0 in all: there are 256 registered so already.
 * Memory of a segment may be a piece, too. */
polder_memory polder_memory_all_register(void *base, size_t bytes);
/* Collective: deregisters the pieces of all threads once all have called. Their accesses come
 * before that. 0 is ignored. */
void polder_memory_all_deregister(polder_memory memory);

#ifdef __cplusplus
}
#endif

#include <polder/inline/here.h>

#endif
