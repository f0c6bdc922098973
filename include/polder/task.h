/* <polder/task.h>: tasks. A *task* is a call that may run beside what comes after it. Each thread
 * of the job has a pool of *workers*, system threads that belong to it as its pthreads do. So
 * MYTHREAD, private data and shared objects mean the same in a task as in the thread.
 *
 *   struct fib { long n, result; };
 *   static void fib_task(void *argument) {
 *       struct fib *fib = argument, left = {fib->n - 1, 0}, right = {fib->n - 2, 0};
 *       if (fib->n < 2) { fib->result = fib->n; return; }
 *       polder_task_spawn(fib_task, &left, sizeof left);
 *       fib_task(&right);
 *       fib->result = right.result + ((struct fib *)polder_task_join())->result;
 *   }
 *
 * Rules.
 *   1. The argument is copied: at most POLDER_TASK_BYTES. The task may change its copy. The join
 *      returns the address of the copy, which stays until the caller spawns again.
 *   2. A join is of the caller's latest task that is not joined. It runs the task if nobody has.
 *   3. Whoever spawns joins: a task has joined all of its own when it returns, and a thread when it
 *      ends. A task that has not, and one that joins too much, ends the job with a message.
 *   4. Spawn and join order memory: the task sees what its spawner wrote before the spawn, and the
 *      joiner sees what the task wrote. Workers collect what they read and write of other nodes,
 *      each by itself. So tasks that exchange such data by mutexes or atomic variables of C call
 *      upc_fence beside these; UPC's locks and strict accesses contain it.
 *   5. A task ends by returning. An exception that leaves it ends the job, and so does a call of
 *      exit while tasks are not joined.
 *
 * Any system thread of a thread may spawn: OpenMP workers, pthreads and C++ threads too. The first
 * spawn starts the pool: POLDER_WORKERS workers, or one for each processor that the thread may run
 * on. Workers without work sleep.
 *
 * C11 and C++; C++ has polder_cxx_task at the end. UPC has spawned calls there: tasks of functions
 * with parameters and results. */
#ifndef POLDER_TASK_H
#define POLDER_TASK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { POLDER_TASK_BYTES = 48 };

/* ---- tasks ---- */

/* The call run(copy of the argument) as a task: rule 1. A null argument goes with 0 bytes. Some ten
 * instructions. */
static inline void polder_task_spawn(void (*run)(void *argument), const void *argument,
                                     size_t bytes);
/* Rule 2. */
static inline void *polder_task_join(void);

/* ---- the pool ---- */

/* Starts the pool of the calling thread with so many workers, the caller among them. 0: as the
 * first spawn would. Returns how many there are: fewer if the system gives no more threads. A pool
 * that is there stays as it is. */
int polder_workers_start(int workers);
/* Ends the pool; the caller has started it, and all tasks are joined. The end of the thread does
 * the same. The next spawn starts another. */
void polder_workers_end(void);
/* How many workers the pool has; 1 if there is none. Then which of them the caller is, from 0 on;
 * -1: the caller is no worker. */
int polder_workers(void);
int polder_worker_number(void);
/* Every worker calls run(argument) once, the caller too. Returns when all have. The caller is
 * worker 0, and has joined all tasks. */
void polder_workers_each(void (*run)(void *argument), void *argument);
/* In functions that polder_workers_each calls, not in tasks: returns when all workers have called
 * it. What they wrote before is visible then. */
void polder_workers_barrier(void);

/* What the workers of the pool have done so far. */
typedef struct polder_task_counts {
    uint64_t stolen;    /* tasks that ran on another worker than their spawner */
    uint64_t published; /* times that a worker has let others take tasks */
    uint64_t retracted; /* times that it has taken some back */
    uint64_t sleeps;    /* times that a worker had nothing to do */
} polder_task_counts;
void polder_task_count(polder_task_counts *counts);

#ifdef __cplusplus
}
#endif

#include <polder/inline/task.h>

#ifdef __cplusplus
/* A function object that runs as a task until the end of the block. An example:
 *   polder_cxx_task left([&] { a = fib(n - 1); });
 *
 * join() may be called earlier, in the reverse order of the tasks' making. An exception that leaves
 * the function ends the job with a message. */
template <class Function> class polder_cxx_task {
public:
    explicit polder_cxx_task(const Function &function) : function_(function), joined_(false) {
        polder_cxx_task *self = this;
        polder_task_spawn(run, &self, sizeof self);
    }
    ~polder_cxx_task() { join(); }
    polder_cxx_task(const polder_cxx_task &) = delete;
    polder_cxx_task &operator=(const polder_cxx_task &) = delete;
    void join() {
        if (joined_) return;
        joined_ = true;
        polder_task_join();
    }

private:
    static void run(void *argument) {
#if defined(__cpp_exceptions)
        try {
            (*static_cast<polder_cxx_task **>(argument))->function_();
        } catch (...) {
            polder_task_thrown();
        }
#else
        (*static_cast<polder_cxx_task **>(argument))->function_();
#endif
    }
    Function function_;
    bool joined_;
};
#endif

#ifdef __UPC__
/* Spawned calls of UPC code: tasks of functions with parameters and results.
 *
 *   static long fib(long n);
 *   upc_task(long, fib, long);             fib may be spawned: its type, name, parameters
 *
 *   static long fib(long n)
 *   {
 *       if (n < 2) return n;
 *       upc_spawn(fib, n - 1);             any worker may run this
 *       const long right = fib(n - 2);     an ordinary call
 *       return right + upc_join(fib);      what the spawned call has returned
 *   }
 *
 * upc_task stands in file scope, behind a declaration of the function. There are up to six
 * parameters. They have room for POLDER_TASK_BYTES, and so has the result. What needs more goes by
 * address. upc_task_void is for functions without a result: upc_task_void(name, types...). */
#define upc_task(type, ...)                                                                        \
    UPC_TASK_PICK_(type, __VA_ARGS__, 6, 5, 4, 3, 2, 1, 0, 0)(type, UPC_TASK_VALUE_, __VA_ARGS__)
#define upc_task_void(...)                                                                         \
    UPC_TASK_PICK_(void, __VA_ARGS__, 6, 5, 4, 3, 2, 1, 0, 0)                                      \
    (struct upc_task_nothing, UPC_TASK_VOID_, __VA_ARGS__)
/* upc_spawn(name, arguments...), a statement: evaluates the arguments and gives them along. */
#define upc_spawn(...) UPC_TASK_PICK_SPAWN_(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 0, 0)(__VA_ARGS__)
/* Waits for the caller's latest spawned call that is not joined. It is of this function, or the job
 * ends with a message. The value is the call's. (upc_sync is a function of <upc_nb.h>.) */
#define upc_join(name) UPC_TASK_JOIN_(name)

#include <polder/inline/spawned.h>
#endif

#endif
