/* <upc_nb.h>: non-blocking copies (UPC 1.3 optional library, 7.9). On a node a copy is complete
 * when the call returns; one from or to another node is under way. */
#ifndef POLDER_UPC_NB_H
#define POLDER_UPC_NB_H

#include <stddef.h>

typedef unsigned long upc_handle_t;
#define UPC_COMPLETE_HANDLE ((upc_handle_t)0)

/* Explicit handles: each goes to upc_sync, or to upc_sync_attempt until that gives non-zero. Any
 * number may be outstanding; a value that is no handle ends the job with a message. */
upc_handle_t upc_memcpy_nb(shared void *dst, shared const void *src, size_t n);
upc_handle_t upc_memget_nb(void *dst, shared const void *src, size_t n);
upc_handle_t upc_memput_nb(shared void *dst, const void *src, size_t n);
upc_handle_t upc_memset_nb(shared void *dst, int c, size_t n);
int upc_sync_attempt(upc_handle_t handle);
void upc_sync(upc_handle_t handle);

/* Implicit handles: all of a thread's complete together. */
void upc_memcpy_nbi(shared void *dst, shared const void *src, size_t n);
void upc_memget_nbi(void *dst, shared const void *src, size_t n);
void upc_memput_nbi(shared void *dst, const void *src, size_t n);
void upc_memset_nbi(shared void *dst, int c, size_t n);
int upc_synci_attempt(void);
void upc_synci(void);

#endif
