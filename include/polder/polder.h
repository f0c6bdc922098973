/* <polder/polder.h>: Polder's engine from C and C++, and UPC from other programs. These are
 * programs whose main is C, C++ or Fortran, and threads that UPC code did not make. Here are
 * threads, start and end. Shared memory, transfers, scopes, signals, atomic operations, messages
 * and teams are in headers of their own, which this one includes. All front ends stand on what they
 * declare.
 *
 * A program with a main in UPC needs nothing of this. One with a main in another language starts
 * the UPC job itself:
 *
 *   int main(int argc, char **argv)            int main(int argc, char **argv)
 *   {                                          {
 *       polder_init(&argc, &argv);                 return polder_run(&argc, &argv, thread_main);
 *       solve();     // UPC code               }   // thread_main runs in each UPC thread
 *       polder_finalize();
 *       return 0;
 *   }
 *
 * polder_init makes the calling system thread a UPC thread. So it is for one UPC thread a process,
 * which upcrun starts unless -p asks for others. polder_run is for every mapping. Started without
 * upcrun the job has POLDER_THREADS threads, 1 unless set. Started by an MPI launcher (mpirun,
 * mpiexec), each MPI process is a process of the job, with thread = rank. All processes of the job
 * must start it. UPC code may run between start and end only; static shared objects exist only
 * then. Errors of the start end the process with a message, as they do for a UPC main.
 *
 * C11 and C++; docs/guide/interoperation.md has examples, for Fortran too. */
#ifndef POLDER_POLDER_H
#define POLDER_POLDER_H

#include <polder/atomics.h>
#include <polder/memory.h>
#include <polder/message.h>
#include <polder/movable.h>
#include <polder/scope.h>
#include <polder/signal.h>
#include <polder/status.h>
#include <polder/task.h>
#include <polder/team.h>
#include <polder/topology.h>
#include <polder/transfer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the job and makes the caller its UPC thread. Collective over the processes; contains the
 * implicit barrier that UPC has at the start (UPC 1.3, 5.1.2.2.1). The arguments are not changed
 * and may be null. A second call does nothing. */
void polder_init(int *argc, char ***argv);

/* Starts the job and calls program(argc, argv) in every UPC thread of this process, each with
 * strings of its own. Returns when all of them have ended: the largest of their exit codes. With
 * null arguments the program gets those of the process. A call of exit in a thread ends that
 * thread; if it is the last, the process. */
int polder_run(int *argc, char ***argv, int (*program)(int argc, char **argv));

/* Ends the job after polder_init: the implicit barrier of UPC's exit, then the handlers UPC code
 * gave to atexit. The process goes on as plain C. Returning from main or calling exit without it
 * does the same. */
void polder_finalize(void);

/* Ends the calling UPC thread as exit does in UPC code: meets the other threads, then ends the
 * process. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void polder_exit(int code)
#ifdef __cplusplus
    noexcept
#endif
    ;

/* Whether UPC code may run: 1 between start and end. */
int polder_initialized(void);

/* MYTHREAD and THREADS for code in other languages. */
int polder_mythread(void);
int polder_threads(void);

/* Nodes: what shares memory. A node's threads are one range of numbers: they begin at
 * polder_node_first(node), and there are polder_node_size(node) of them. */
int polder_nodes(void);
int polder_mynode(void);
int polder_node_of(int thread);
int polder_node_first(int node);
int polder_node_size(int node);

/* upc_barrier for code in other languages. */
void polder_barrier_all(void);

/* A system thread belongs to the UPC thread that made it: MYTHREAD, private data and locks are that
 * thread's. This is so by itself for threads that UPC code makes, and for pthread_create and
 * std::thread everywhere. It is not so for threads of a pool made before, for thrd_create in plain
 * C, and for OpenMP of clang's library in plain C. There the UPC thread passes on
 * polder_thread_self(), and the other joins it with polder_thread_adopt. */
long polder_thread_self(void);
void polder_thread_adopt(long thread);

/* Thread levels: what the system threads of a UPC thread do, with the meaning that MPI gives the
 * words. The lower the level, the fewer locks. A program that asks for none gets the highest.
 *
 * Barriers and collective functions are operations of the UPC thread as a whole. At the two higher
 * levels any of its system threads calls them, one after the other. Two at the same time end the
 * job with a message, at every level. */
typedef enum polder_thread_level {
    POLDER_THREAD_SINGLE,   /* the UPC thread's own system thread alone calls UPC and the engine */
    POLDER_THREAD_FUNNELED, /* the same; there are others, which compute */
    POLDER_THREAD_SERIALIZED, /* any may call, one at a time: the program orders the calls */
    POLDER_THREAD_MULTIPLE    /* any may call at any time */
} polder_thread_level;
/* Asks for a level; returns what is granted. That may be more: POLDER_THREAD_LEVEL says what the
 * least is, and a pool of several workers needs the highest. The UPC thread's own system thread
 * calls it, while no other one is in UPC's functions or the engine's. */
polder_thread_level polder_thread_level_ask(polder_thread_level wanted);
/* What the calling UPC thread has been granted. */
polder_thread_level polder_thread_level_granted(void);

#ifdef __cplusplus
}
#endif

#endif
