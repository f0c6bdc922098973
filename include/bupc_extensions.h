/* <bupc_extensions.h>: what Berkeley UPC offers beyond the standard, for programs that use it.
 * docs/guide/extensions.md lists everything with its status. Programs written for Berkeley UPC
 * expect these names from <upc.h>. The compiler brings them there as soon as a program uses one and
 * does not declare it. So programs without them keep their name space. */
#ifndef POLDER_BUPC_EXTENSIONS_H
#define POLDER_BUPC_EXTENSIONS_H

#include <polder/abi.h>
#include <stddef.h>
#include <stdint.h>
#include <upc.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_tick.h>

#include <bupc_atomics.h>

/* ---- progress and time ---- */

/* A fence, and a turn of a loop that waits for shared memory to change: gives the core away where
 * threads share it. */
void bupc_poll(void);

typedef upc_tick_t bupc_tick_t;
#define BUPC_TICK_MAX UPC_TICK_MAX
#define BUPC_TICK_MIN UPC_TICK_MIN
POLDER_INLINE bupc_tick_t bupc_ticks_now(void) { return upc_ticks_now(); }
POLDER_INLINE uint64_t bupc_ticks_to_us(bupc_tick_t ticks) { return upc_ticks_to_ns(ticks) / 1000; }
POLDER_INLINE uint64_t bupc_ticks_to_ns(bupc_tick_t ticks) { return upc_ticks_to_ns(ticks); }
/* Microseconds: the least difference of two readings, and what one takes. Measured at the first
 * call. */
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);
#define bupc_tick_granularity bupc_tick_granularityus
#define bupc_tick_overhead bupc_tick_overheadus

/* ---- pointers ---- */

/* Writes a description, "<thread=1 phase=0 addrfield=0x10040 address=0x500000010040>" or "<NULL>".
 * 0, or -1 with errno EINVAL if there is less room than BUPC_DUMP_MIN_LENGTH. */
#define BUPC_DUMP_MIN_LENGTH 100
int bupc_dump_shared(shared const void *pointer, char *text, int size);

/* As upc_cast: the private address, or null. castable: is there one (null has). */
void *bupc_cast(shared const void *pointer);
int bupc_castable(shared const void *pointer);
int bupc_thread_castable(unsigned int thread);
/* The way back: a pointer-to-shared with phase 0 to the thread that owns the address; null if it is
 * no shared memory. */
shared void *bupc_inverse_cast(void *address);
/* `address` lies in the calling thread's shared memory; the result points to the same place in that
 * of `thread`. */
shared void *bupc_local_to_shared(void *address, int thread, int phase);
/* pointer + elements, for a block size that is no constant (0: indefinite). */
shared void *bupc_ptradd(shared void *pointer, size_t block, size_t element_size,
                         ptrdiff_t elements);

/* Are two types, or the types of two expressions, the same, qualifiers included? A constant. */
#define bupc_assert_type(a, b) __builtin_types_compatible_p(__typeof__(a) *, __typeof__(b) *)

/* ---- the job ---- */

/* How far is one thread from the memory of another? Compare with < and >. Threads of a node are
 * VERYNEAR, others FAR. */
#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 100
#define BUPC_THREADS_NEAR 200
#define BUPC_THREADS_FAR 300
#define BUPC_THREADS_VERYFAR 400
unsigned int bupc_thread_distance(int thread_x, int thread_y);

char *bupc_getenv(const char *name);
int bupc_system(const char *command);

/* Tracing and statistics belong to Berkeley's network layer. Here, as there without them, this has
 * no effect: the masks are empty. bupc_trace_printf takes one argument in two pairs of
 * parentheses. */
#define bupc_trace_printf(arguments) ((void)0)
void bupc_trace_setmask(const char *mask);
void bupc_stats_setmask(const char *mask);
const char *bupc_trace_getmask(void);
const char *bupc_stats_getmask(void);
int bupc_trace_gettracelocal(void);
void bupc_trace_settracelocal(int on);

/* ---- semaphores ---- */

/* In shared memory of the thread that allocates. Counting (INTEGER, the default) or 0 and 1
 * (BOOLEAN: posting one that is 1 changes nothing). P and C promise that only one thread posts
 * (SPRODUCER) or waits (SCONSUMER). Post, wait and a successful try are fences too. */
typedef shared struct bupc_sem_struct bupc_sem_t;
#define BUPC_SEM_BOOLEAN 1
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MASK 63
#define BUPC_SEM_MAXVALUE 65535 /* promised; here values may be larger */

bupc_sem_t *bupc_sem_alloc(int flags); /* null: no memory */
void bupc_sem_free(bupc_sem_t *sem);
void bupc_sem_post(bupc_sem_t *sem);
void bupc_sem_postN(bupc_sem_t *sem, size_t n);
void bupc_sem_wait(bupc_sem_t *sem);
void bupc_sem_waitN(bupc_sem_t *sem, size_t n); /* takes n at once */
int bupc_sem_try(bupc_sem_t *sem);              /* 1: taken */
int bupc_sem_tryN(bupc_sem_t *sem, size_t n);

/* upc_memput, then postN: who has waited for the semaphore sees the bytes. dst and sem have
 * affinity to the same thread. */
void bupc_memput_signal(shared void *dst, const void *src, size_t nbytes, bupc_sem_t *sem,
                        size_t n);
void bupc_memput_signal_async(shared void *dst, const void *src, size_t nbytes, bupc_sem_t *sem,
                              size_t n);

/* ---- copies in the background: upc_nb.h with other names ---- */

typedef upc_handle_t bupc_handle_t;
#define BUPC_COMPLETE_HANDLE UPC_COMPLETE_HANDLE

POLDER_INLINE bupc_handle_t bupc_memcpy_async(shared void *dst, shared const void *src, size_t n) {
    return upc_memcpy_nb(dst, src, n);
}
POLDER_INLINE bupc_handle_t bupc_memget_async(void *dst, shared const void *src, size_t n) {
    return upc_memget_nb(dst, src, n);
}
POLDER_INLINE bupc_handle_t bupc_memput_async(shared void *dst, const void *src, size_t n) {
    return upc_memput_nb(dst, src, n);
}
POLDER_INLINE bupc_handle_t bupc_memset_async(shared void *dst, int c, size_t n) {
    return upc_memset_nb(dst, c, n);
}
POLDER_INLINE void bupc_waitsync(bupc_handle_t handle) { upc_sync(handle); }
POLDER_INLINE int bupc_trysync(bupc_handle_t handle) { return upc_sync_attempt(handle); }

/* Arrays of handles; each that is complete becomes BUPC_COMPLETE_HANDLE. some: at least one, unless
 * none was outstanding. */
void bupc_waitsync_all(bupc_handle_t *handles, size_t count);
int bupc_trysync_all(bupc_handle_t *handles, size_t count);
void bupc_waitsync_some(bupc_handle_t *handles, size_t count);
int bupc_trysync_some(bupc_handle_t *handles, size_t count);

POLDER_INLINE void bupc_memcpy_asynci(shared void *dst, shared const void *src, size_t n) {
    upc_memcpy_nbi(dst, src, n);
}
POLDER_INLINE void bupc_memget_asynci(void *dst, shared const void *src, size_t n) {
    upc_memget_nbi(dst, src, n);
}
POLDER_INLINE void bupc_memput_asynci(shared void *dst, const void *src, size_t n) {
    upc_memput_nbi(dst, src, n);
}
POLDER_INLINE void bupc_memset_asynci(shared void *dst, int c, size_t n) {
    upc_memset_nbi(dst, c, n);
}
POLDER_INLINE void bupc_waitsynci(void) { upc_synci(); }
POLDER_INLINE int bupc_trysynci(void) { return upc_synci_attempt(); }

/* The implicit copies between the two calls get one handle. Regions do not nest. */
void bupc_begin_accessregion(void);
bupc_handle_t bupc_end_accessregion(void);

/* ---- copies of many pieces: complete when the call returns ---- */

/* Lists of pieces, or of pieces of one length; both sides have the same number of bytes in all. */
typedef struct bupc_pmemvec {
    void *addr;
    size_t len;
} bupc_pmemvec_t;
typedef struct bupc_smemvec {
    shared void *addr;
    size_t len;
} bupc_smemvec_t;

/* Regular pieces. Of fstrided: `length` bytes each `stride` bytes. Of strided: a block of levels +
 * 1 dimensions, count[0] bytes, count[1] of them at distance strides[0] and so on. The _async forms
 * give a handle that is complete. */
#define POLDER_PIECES(SUFFIX, RESULT)                                                              \
    RESULT bupc_memcpy_vlist##SUFFIX(size_t dst_count, bupc_smemvec_t const dst[],                 \
                                     size_t src_count, bupc_smemvec_t const src[]);                \
    RESULT bupc_memput_vlist##SUFFIX(size_t dst_count, bupc_smemvec_t const dst[],                 \
                                     size_t src_count, bupc_pmemvec_t const src[]);                \
    RESULT bupc_memget_vlist##SUFFIX(size_t dst_count, bupc_pmemvec_t const dst[],                 \
                                     size_t src_count, bupc_smemvec_t const src[]);                \
    RESULT bupc_memcpy_ilist##SUFFIX(size_t dst_count, shared void *const dst[],                   \
                                     size_t dst_length, size_t src_count,                          \
                                     shared const void *const src[], size_t src_length);           \
    RESULT bupc_memput_ilist##SUFFIX(size_t dst_count, shared void *const dst[],                   \
                                     size_t dst_length, size_t src_count, const void *const src[], \
                                     size_t src_length);                                           \
    RESULT bupc_memget_ilist##SUFFIX(size_t dst_count, void *const dst[], size_t dst_length,       \
                                     size_t src_count, shared const void *const src[],             \
                                     size_t src_length);                                           \
    RESULT bupc_memcpy_fstrided##SUFFIX(shared void *dst, size_t dst_length, size_t dst_stride,    \
                                        size_t dst_count, shared const void *src,                  \
                                        size_t src_length, size_t src_stride, size_t src_count);   \
    RESULT bupc_memput_fstrided##SUFFIX(shared void *dst, size_t dst_length, size_t dst_stride,    \
                                        size_t dst_count, const void *src, size_t src_length,      \
                                        size_t src_stride, size_t src_count);                      \
    RESULT bupc_memget_fstrided##SUFFIX(void *dst, size_t dst_length, size_t dst_stride,           \
                                        size_t dst_count, shared const void *src,                  \
                                        size_t src_length, size_t src_stride, size_t src_count);   \
    RESULT bupc_memcpy_strided##SUFFIX(shared void *dst, const size_t dst_strides[],               \
                                       shared const void *src, const size_t src_strides[],         \
                                       const size_t count[], size_t levels);                       \
    RESULT bupc_memput_strided##SUFFIX(shared void *dst, const size_t dst_strides[],               \
                                       const void *src, const size_t src_strides[],                \
                                       const size_t count[], size_t levels);                       \
    RESULT bupc_memget_strided##SUFFIX(void *dst, const size_t dst_strides[],                      \
                                       shared const void *src, const size_t src_strides[],         \
                                       const size_t count[], size_t levels);
POLDER_PIECES(, void)
POLDER_PIECES(_async, bupc_handle_t)
#undef POLDER_PIECES

/* ---- collectives ---- */

/* upc_all_reduce with the result for every thread: dst is shared [1] TYPE dst[THREADS], and each
 * thread's element gets it. */
#define POLDER_REDUCE_ALL(T, TYPE)                                                                 \
    void bupc_all_reduce_all##T(shared void *dst, shared const void *src, upc_op_t op,             \
                                size_t nelems, size_t blk_size, TYPE (*func)(TYPE, TYPE),          \
                                upc_flag_t flags);
POLDER_REDUCE_ALL(C, signed char)
POLDER_REDUCE_ALL(UC, unsigned char)
POLDER_REDUCE_ALL(S, signed short)
POLDER_REDUCE_ALL(US, unsigned short)
POLDER_REDUCE_ALL(I, signed int)
POLDER_REDUCE_ALL(UI, unsigned int)
POLDER_REDUCE_ALL(L, signed long)
POLDER_REDUCE_ALL(UL, unsigned long)
POLDER_REDUCE_ALL(F, float)
POLDER_REDUCE_ALL(D, double)
POLDER_REDUCE_ALL(LD, long double)
#undef POLDER_REDUCE_ALL

/* Names of older versions. */
#define UPC_DUMP_MIN_LENGTH BUPC_DUMP_MIN_LENGTH
#define upc_dump_shared bupc_dump_shared

#ifdef BUPC_USE_UPC_NAMESPACE
#include <bupc_namespace.h>
#endif

#endif
