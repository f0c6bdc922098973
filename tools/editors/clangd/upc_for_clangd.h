/* What clangd reads in front of each UPC file (polder clangd): the words of the language that
 * as_c.py leaves in the text. Editors show the comments where the pointer rests on such a word.
 * Nothing here is ever compiled. */
#pragma clang system_header
#ifndef POLDER_FOR_CLANGD
#define POLDER_FOR_CLANGD
#define __UPC__ 1
#define __UPC_VERSION__ 201311L
#define UPC_MAX_BLOCK_SIZE 2147483647
#define __UPC_TICK__ 1
#define __UPC_CASTABLE__ 1
#define __UPC_ATOMIC__ 1
#define __UPC_NB__ 1
#define __UPC_COLLECTIVE__ 1
#define __UPC_IO__ 1
#define __UPC_PUPC__ 1
#define __POLDER__ 0
#define __POLDER_MINOR__ 1
#define __POLDER_PATCHLEVEL__ 0

/* In the headers of Polder; as_c.py takes it out of files of the user. */
#define shared

/// The number of the thread that asks, from 0 to THREADS - 1.
extern const int MYTHREAD;
#ifdef THREADS
#define __UPC_STATIC_THREADS__ 1
#else
#define __UPC_DYNAMIC_THREADS__ 1
enum {
    /// How many threads the program has: upcrun -n decides. (The number shown here stands for it.)
    THREADS = 64
};
#endif

/// Waits until all threads are here. Threads that give a value must give the same one.
void upc_barrier();
/// The first half of a barrier: says that this thread is here, and goes on.
void upc_notify();
/// The second half of a barrier: waits until all threads have notified.
void upc_wait();
/// What this thread did to shared memory before comes before what it does behind.
void upc_fence();

/* The size of this thread's part of a shared object; its block size; the size of its element. */
#define upc_localsizeof sizeof
#define upc_blocksizeof sizeof
#define upc_elemsizeof sizeof
#pragma clang diagnostic ignored "-Wunused-value"
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#pragma clang diagnostic ignored "-Wstrict-prototypes"
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#endif
