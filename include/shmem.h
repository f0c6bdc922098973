/* <shmem.h>: OpenSHMEM 1.6 on Polder.
 *
 * A *PE* is a process of the job; PEs are numbered from 0. A *symmetric object* exists at every PE.
 * It is memory of shmem_malloc and its kin, or a variable of static storage duration in the program
 * itself (not in shared libraries). The address of the caller's own object names the object of any
 * PE.
 *
 * Compile and link with oshcc, start with oshrun; docs/guide/openshmem.md is the guide, and
 * docs/spec/openshmem-1.6.md says routine by routine what there is.
 *
 * A call that moves data to or from a PE on the caller's node is loads and stores in place, in code
 * compiled with optimisation. With -DPOLDER_SHMEM_CALLS each is a call of the library, which a
 * profiling library (pshmem) can then intercept.
 *
 * Mistakes (a PE that does not exist, an address that is not symmetric, a routine before
 * shmem_init) end the job with a message. C11 and C++. */
#ifndef POLDER_SHMEM_H
#define POLDER_SHMEM_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include <polder/shmem/types.h>

/* ---- constants ---- */

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "Polder"

#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

#define SHMEM_CTX_PRIVATE 1L
#define SHMEM_CTX_SERIALIZED 2L
#define SHMEM_CTX_NOSTORE 4L
#define SHMEM_CTX_SESSION_BATCH 1L
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L
#define SHMEM_TEAM_NUM_CONTEXTS 1L

#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L

#define SHMEM_SIGNAL_SET 1
#define SHMEM_SIGNAL_ADD 2

#define SHMEM_CMP_EQ 1
#define SHMEM_CMP_NE 2
#define SHMEM_CMP_GT 3
#define SHMEM_CMP_GE 4
#define SHMEM_CMP_LT 5
#define SHMEM_CMP_LE 6

/* Work arrays of the older collective operations, which this library does not use. */
#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 1
#define SHMEM_BARRIER_SYNC_SIZE 1
#define SHMEM_BCAST_SYNC_SIZE 1
#define SHMEM_COLLECT_SYNC_SIZE 1
#define SHMEM_REDUCE_SYNC_SIZE 1
#define SHMEM_ALLTOALL_SYNC_SIZE 1
#define SHMEM_ALLTOALLS_SYNC_SIZE 1
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_SYNC_SIZE SHMEM_SYNC_SIZE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE

/* ---- types and handles ---- */

#ifdef __cplusplus
extern "C" {
#define POLDER_SHMEM_NORETURN [[noreturn]]
#else
#define POLDER_SHMEM_NORETURN _Noreturn
#endif

typedef struct polder_shmem_team *shmem_team_t;
typedef struct polder_shmem_ctx *shmem_ctx_t;

typedef struct {
    int num_contexts;
} shmem_team_config_t;

typedef struct {
    size_t total_ops;
} shmem_ctx_session_config_t;

extern struct polder_shmem_team polder_shmem_world;
extern struct polder_shmem_team polder_shmem_shared;
extern struct polder_shmem_ctx polder_shmem_default;
#define SHMEM_TEAM_WORLD (&polder_shmem_world)
#define SHMEM_TEAM_SHARED (&polder_shmem_shared)
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_CTX_DEFAULT (&polder_shmem_default)
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)

/* ---- routines ---- */

#include <polder/shmem/routines.h>

POLDER_SHMEM_ROUTINES(shmem_)

/* Older set-up and queries. */
void start_pes(int npes);
int _my_pe(void);
int _num_pes(void);
void *shmalloc(size_t size);
void shfree(void *ptr);
void *shrealloc(void *ptr, size_t size);
void *shmemalign(size_t alignment, size_t size);

#ifdef __cplusplus
}
#endif

#if !defined POLDER_SHMEM_LIBRARY
/* Units with one copy of static variables a process, and those with one a PE. The library asks
 * whether there are any. */
#if defined __POLDER_PE_THREADS__
extern const char polder_shmem_thread_units __attribute__((weak));
const char polder_shmem_thread_units = 1;
#elif !defined __UPC__
#ifdef __cplusplus
extern "C"
#else
extern
#endif
    const char polder_shmem_process_units __attribute__((weak));
const char polder_shmem_process_units = 1;
#endif
#if !defined POLDER_SHMEM_CALLS
#include <polder/shmem/inline.h>
#endif
#if defined __cplusplus
#include <polder/shmem/overloads.h>
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#include <polder/shmem/generic.h>
#endif
#endif

#endif
