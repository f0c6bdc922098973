/* <polder/movable.h>: movable tasks. A *movable task* is a call of a registered function with a
 * copy of an argument. It may run on any thread of the job. Threads without tasks take some of
 * others: of near threads first, then of other nodes, half of what a thread offers.
 *
 *   static void visit(void *argument) {          polder_movable_open(1000);
 *       const struct node *node = argument;      kind = polder_movable_register(visit);
 *       for (int i = 0; i < node->count; i++)    if (polder_mythread() == 0)
 *           polder_movable_spawn(kind, ...);         polder_movable_spawn(kind, &root, bytes);
 *   }                                            polder_movable_run();
 *
 * Rules.
 *   1. A task has no result and is not joined. It leaves what it found in shared memory, or in
 *      private data of the thread that runs it.
 *   2. Movable tasks spawn movable tasks. polder_movable_run returns in all threads when every
 *      task of every thread has run.
 *   3. A thread's own system thread spawns and runs them, not workers of <polder/task.h>. A task
 *      may use those, and joins what it spawned there.
 *   4. A task sees what its spawner wrote before the spawn. All threads see behind
 *      polder_movable_run what tasks wrote. Tasks that change the same data use locks or atomic
 *      operations. A task does not enter barriers or collective functions. C11 and C++. */
#ifndef POLDER_MOVABLE_H
#define POLDER_MOVABLE_H

#include <polder/topology.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { POLDER_MOVABLE_BYTES = 64, POLDER_MOVABLE_KINDS = 64 };

/* Collective: room for so many waiting tasks of each thread, at least. A thread without room runs
 * a new task at once. */
void polder_movable_open(size_t tasks);
/* Collective. No task waits. */
void polder_movable_close(void);

/* A registered function: a number. All threads register the same functions in the same order,
 * behind polder_movable_open and before the first task. */
typedef unsigned polder_movable;
polder_movable polder_movable_register(void (*run)(void *argument));

/* The argument is copied, at most POLDER_MOVABLE_BYTES. */
void polder_movable_spawn(polder_movable kind, const void *argument, size_t bytes);
/* Collective: runs tasks until all threads have none. */
void polder_movable_run(void);

/* What the calling thread has done since polder_movable_open. */
typedef struct polder_movable_counts {
    uint64_t spawned;
    uint64_t run;
    uint64_t near_steals; /* of threads of the node; each took some tasks */
    uint64_t far_steals;
    uint64_t taken; /* tasks in all of its steals */
    /* Steals by polder_distance to the thread that was stolen from. Of other nodes:
     * POLDER_LEVEL_JOB. */
    uint64_t steals_at[POLDER_LEVEL_JOB + 1];
} polder_movable_counts;
void polder_movable_count(polder_movable_counts *counts);

#ifdef __cplusplus
}
#endif

#endif
