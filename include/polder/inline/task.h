/* Spawn and join in place. Part of <polder/task.h>; programs do not include it.
 *
 * A worker's tasks are a stack: a spawn pushes, a join pops and runs. While nobody wants tasks,
 * both touch nothing but the worker's own lines. The library does the rest: it lets others take
 * tasks, takes them back, and waits for those that are taken. Rules: runtime/task/deque.h.
 *
 * ABI. Compiled code reads these members. A change of what they mean takes another name, so that a
 * program with the old one does not link or load. */
#ifndef POLDER_INLINE_TASK_H
#define POLDER_INLINE_TASK_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A line of the cache. The worker's tasks lie behind one another, a stack. */
typedef struct polder_task {
    void (*run)(void *argument);
    uint64_t state;
    uint64_t argument[POLDER_TASK_BYTES / 8];
} polder_task;

/* The half of a worker that only its system thread uses, but for `limit`. Others set it to null
 * when they want tasks. */
typedef struct polder_worker {
    polder_task *top;   /* where the next task goes */
    polder_task *split; /* tasks from here on are the worker's own: nobody else looks at them */
    polder_task *limit; /* a spawn that comes up to it has more to do */
} polder_worker;

#define POLDER_TASK_SELDOM(condition) __builtin_expect(!!(condition), 0)

/* Null before the system thread's first spawn. */
extern __thread polder_worker *polder_task_worker __attribute__((tls_model("initial-exec")));
polder_worker *polder_task_begin(void);
void polder_task_publish(polder_worker *worker);
void *polder_task_join_shared(polder_worker *worker);
void *polder_task_join_shared_of(polder_worker *worker, void (*run)(void *argument),
                                 const char *name);
void polder_task_end_shared(polder_worker *worker);
/* Misuse: each ends the job with a message. The first: the worker's top should be here. */
void polder_task_unbalanced(const polder_task *top);
void polder_task_other(const char *name);
void polder_task_too_large(size_t bytes);
void polder_task_thrown(void);

static inline void polder_task_spawn(void (*run)(void *argument), const void *argument,
                                     size_t bytes) {
    polder_worker *worker = polder_task_worker;
    polder_task *task;
    if (POLDER_TASK_SELDOM(!worker)) worker = polder_task_begin();
    if (POLDER_TASK_SELDOM(bytes > POLDER_TASK_BYTES)) polder_task_too_large(bytes);
    task = worker->top;
    task->run = run;
    task->state = 0;
    if (bytes) __builtin_memcpy(task->argument, argument, bytes);
    worker->top = task + 1;
    if (POLDER_TASK_SELDOM(task + 1 >= __atomic_load_n(&worker->limit, __ATOMIC_RELAXED)))
        polder_task_publish(worker);
}

/* The worker's own task. Its record stays while it runs, without a function. */
static inline void *polder_task_run(polder_worker *worker, polder_task *task) {
    void (*run)(void *argument) = task->run;
    if (POLDER_TASK_SELDOM(!run)) polder_task_unbalanced(worker->top + 1);
    task->run = 0;
    run(task->argument);
    if (POLDER_TASK_SELDOM(worker->top != task + 1)) polder_task_unbalanced(task + 1);
    if (POLDER_TASK_SELDOM(task < worker->split)) polder_task_end_shared(worker);
    worker->top = task;
    return task->argument;
}

static inline void *polder_task_join(void) {
    polder_worker *worker = polder_task_worker;
    polder_task *task;
    if (POLDER_TASK_SELDOM(!worker)) worker = polder_task_begin();
    task = worker->top - 1;
    if (POLDER_TASK_SELDOM(task < worker->split)) return polder_task_join_shared(worker);
    return polder_task_run(worker, task);
}

/* A join of a task that calls `run`. Another one is a misuse, which is told with the name. */
static inline void *polder_task_join_of(void (*run)(void *argument), const char *name) {
    polder_worker *worker = polder_task_worker;
    polder_task *task;
    if (POLDER_TASK_SELDOM(!worker)) worker = polder_task_begin();
    task = worker->top - 1;
    if (POLDER_TASK_SELDOM(task < worker->split))
        return polder_task_join_shared_of(worker, run, name);
    if (POLDER_TASK_SELDOM(task->run && task->run != run)) polder_task_other(name);
    return polder_task_run(worker, task);
}

#ifdef __cplusplus
}
#endif

#endif
