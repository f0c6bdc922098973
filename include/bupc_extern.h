/* <bupc_extern.h>: UPC for C, C++ and Fortran programs that call it, as Berkeley UPC declares it.
 * Plain C and C++. A program with its own main calls bupc_init or bupc_init_reentrant first and may
 * then call UPC functions and what is here. */
#ifndef POLDER_BUPC_EXTERN_H
#define POLDER_BUPC_EXTERN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first statement of main. With bupc_init a process has one UPC thread (upcrun's default). With
 * bupc_init_reentrant all UPC threads of the process start, and each calls pmain. That function
 * does not return: the result of pmain is the exit code. */
void bupc_init(int *argc, char ***argv);
void bupc_init_reentrant(int *argc, char ***argv, int (*pmain)(int, char **));
void bupc_exit(int code);

int bupc_extern_mythread(void);
int bupc_extern_threads(void);
char *bupc_extern_getenv(const char *name);
void bupc_extern_notify(int barrier_id);
void bupc_extern_wait(int barrier_id);
void bupc_extern_barrier(int barrier_id);

/* The address of upc_alloc(bytes), or of the calling thread's part of upc_all_alloc(nblocks,
 * bytes); null: no memory. UPC code gets the pointer-to-shared with bupc_local_to_shared(p,
 * MYTHREAD, 0), or (p, 0, 0) for the second. */
void *bupc_extern_alloc(size_t bytes);
void *bupc_extern_all_alloc(size_t nblocks, size_t bytes);
/* `thread` is the one that called bupc_extern_alloc, 0 for a block of bupc_extern_all_alloc, or -1:
 * whoever owns the address. all_free is collective. */
void bupc_extern_free(void *p, int thread);
void bupc_extern_all_free(void *p, int thread);

#ifdef __cplusplus
}
#endif

#endif
