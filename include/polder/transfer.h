/* <polder/transfer.h>: moving bytes to, from and between shared memory of any thread.
 *
 * A *put* writes shared memory, a *get* reads it. A put's *source* may be reused once it has been
 * taken; the put is *complete* once it is visible at the target. On the caller's node every
 * transfer is done, and complete, when the call returns.
 *
 * Ordering. Transfers of one thread to and from the same bytes take effect in program order.
 * Otherwise none is promised, until polder_flush, polder_flush_all, a barrier, a lock operation or
 * the wait for the transfer: what precedes them is complete after them. A get is complete when its
 * data is there.
 *
 * In place. With optimisation, puts and gets of memory on the caller's node are loads and stores of
 * the program, without a call: <polder/inline/here.h>. Nothing of the above is different for them.
 *
 * Sizes are in bytes, 0 is legal, source and target do not overlap. Ranges lie in one thread's
 * segment. Any alignment; aligned ones of 1, 2, 4 and 8 bytes are not torn. Mistakes end the job
 * with a message. C11 and C++. */
#ifndef POLDER_TRANSFER_H
#define POLDER_TRANSFER_H

#include <polder/memory.h>
#include <polder/status.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns once the source may be reused; may still be under way to another node. */
void polder_put(polder_ga to, const void *from, size_t bytes);
void polder_get(void *to, polder_ga from, size_t bytes);
void polder_copy(polder_ga to, polder_ga from, size_t bytes); /* as polder_put */
void polder_fill(polder_ga to, int value, size_t bytes);      /* each byte; as polder_put */

/* All earlier puts of the calling thread to memory of this thread's node, or of all, are
 * complete. */
void polder_flush(int thread);
void polder_flush_all(void);

/* ---- non-blocking, with a handle ----
 *
 * The local memory is the transfer's until it has ended. A handle is waited for exactly once, by
 * the thread that started it, in any order. The handle 0 has ended; starting a transfer inside the
 * node gives 0. Starting never blocks for long: it may poll. */
typedef struct polder_transfer_struct *polder_transfer;

polder_transfer polder_put_start(polder_ga to, const void *from, size_t bytes);
polder_transfer polder_get_start(void *to, polder_ga from, size_t bytes);
polder_transfer polder_copy_start(polder_ga to, polder_ga from, size_t bytes);
/* 1: complete, the handle is gone and set to 0; 0: under way. Makes progress. */
int polder_transfer_test(polder_transfer *transfer);
void polder_transfer_wait(polder_transfer *transfer);
/* Waits until a put's source may be reused; the handle stays. */
void polder_transfer_wait_source(polder_transfer *transfer);

/* ---- non-blocking, waited for together ---- */
void polder_put_implicit(polder_ga to, const void *from, size_t bytes);
void polder_get_implicit(void *to, polder_ga from, size_t bytes);
/* All implicit transfers of the calling thread so far: whether they are complete; waits until they
 * are. */
int polder_implicit_test(void);
void polder_implicit_wait(void);

/* ---- with a signal ----
 *
 * The put. When it is visible at the target, `value` is added to the 8-byte word `signal` of the
 * same thread's segment, as an atomic of <polder/atomics.h>. */
void polder_put_signal(polder_ga to, const void *from, size_t bytes, polder_ga signal,
                       uint64_t value);
/* Waits, making progress, until the word, which lies on this node, is at least `value`; an acquire.
 * Returns what it was. */
uint64_t polder_signal_wait(polder_ga signal, uint64_t value);

/* ---- strided and indexed ----
 *
 * There are counts[0] bytes in a piece, counts[1] pieces a row, counts[2] rows and so on, `levels`
 * strides. Piece (i1, i2 ...) begins at i1 * strides[0] + i2 * strides[1] + ... The library packs,
 * or sends pieces as they are, whichever costs less. Complete on return. */
void polder_put_strided(polder_ga to, const size_t *to_strides, const void *from,
                        const size_t *from_strides, const size_t *counts, size_t levels);
void polder_get_strided(void *to, const size_t *to_strides, polder_ga from,
                        const size_t *from_strides, const size_t *counts, size_t levels);
/* n pieces of `bytes` each; the shared ones may be anywhere. */
void polder_put_indexed(size_t n, const polder_ga *to, const void *const *from, size_t bytes);
void polder_get_indexed(size_t n, void *const *to, const polder_ga *from, size_t bytes);

/* ---- progress ----
 * Runs what other threads need of this one (messages, transfers of some networks). Every call that
 * waits does this by itself. A thread that computes for long may call it now and then, where no
 * progress thread runs (POLDER_PROGRESS). How much there was. */
unsigned polder_progress(void);

#ifdef __cplusplus
}
#endif

#include <polder/inline/transfer.h>

#endif
