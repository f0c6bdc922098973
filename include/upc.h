/* <upc.h>: the core library of UPC 1.3 (7.2). Section numbers are those of the specification. */
#ifndef POLDER_UPC_H
#define POLDER_UPC_H

#include <stddef.h>
#include <upc_types.h>

/* 7.2.1: flushes output and ends all threads at once; the job's exit code is `status`. */
void upc_global_exit(int status);

/* 7.2.2: blocks are aligned for any type; null if the size is 0, there is no memory, or the limit
 * (--shared-heap) is reached. The first two give shared [nbytes] char[nblocks * nbytes], upc_alloc
 * a block with affinity to the caller. */
shared void *upc_global_alloc(size_t nblocks, size_t nbytes); /* each caller its own */
shared void *upc_all_alloc(size_t nblocks, size_t nbytes);    /* collective: one for all threads */
shared void *upc_alloc(size_t nbytes);
/* A block of any of these, by any thread, once; a wrong pointer ends the job. */
void upc_free(shared void *ptr);
void upc_all_free(shared void *ptr); /* collective: frees once all threads have called */

/* 7.2.3 */
size_t upc_threadof(shared void *ptr);
size_t upc_phaseof(shared void *ptr);
shared void *upc_resetphase(shared void *ptr);
size_t upc_addrfield(shared void *ptr);
size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid);

/* 7.2.4: a lock is granted in the order of the calls. Where a node has more threads than cores, a
 * running thread may come before one that sleeps, a bounded number of times. Misuse (locking twice,
 * unlocking another's lock) ends the job. */
typedef shared struct upc_lock_struct upc_lock_t;
upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void); /* collective */
void upc_lock_free(upc_lock_t *ptr);
void upc_all_lock_free(upc_lock_t *ptr); /* collective */
void upc_lock(upc_lock_t *ptr);
int upc_lock_attempt(upc_lock_t *ptr); /* 1: locked; 0: another thread has it */
void upc_unlock(upc_lock_t *ptr);

/* 7.2.5: bytes on a single thread each side, not overlapping. */
void upc_memcpy(shared void *dst, shared const void *src, size_t n);
void upc_memget(void *dst, shared const void *src, size_t n);
void upc_memput(shared void *dst, const void *src, size_t n);
void upc_memset(shared void *dst, int c, size_t n);

/* UPC 1.2, deprecated there: upc_alloc(nblocks * nbytes). */
shared void *upc_local_alloc(size_t nblocks, size_t nbytes);

/* UPC 1.0: nothing, locks are usable when they are allocated. */
void upc_lock_init(upc_lock_t *ptr);

/* In loops that wait for shared memory to change: a name that Berkeley UPC and GNU UPC offer. */
void upc_poll(void);

/* What Berkeley UPC adds: asked for by upcc where a program uses it, and by
 * -fupc-dialect=berkeley. */
#if (defined(__POLDER_BERKELEY__) && !defined(BUPC_DISABLE_EXTENSIONS)) ||                         \
    defined(BUPC_USE_UPC_NAMESPACE)
#include <assert.h>
#include <bupc_extensions.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#endif

/* The keywords of UPC 1.0, which later standards took back: -fupc-dialect=1.0. */
#ifdef __POLDER_UPC_1_0__
#define barrier upc_barrier
#define barrier_notify upc_notify
#define barrier_wait upc_wait
#define fence upc_fence
#define forall upc_forall
#endif

#endif
