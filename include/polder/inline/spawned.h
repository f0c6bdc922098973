/* What upc_task makes of a function. Part of <polder/task.h>; programs do not include it.
 *
 *   upc_task(long, fib, long);
 *
 *   union upc_task_of_fib            the arguments, and in the same place the result: a call has
 *                                    read its arguments when it has a result
 *   void  upc_task_run_fib(void *)   the task: a call of fib with the arguments
 *
 * UPC_TASK_N_ is for N parameters. `members` and `call` are in parentheses. `keep` stores a result.
 * A spawn and its join are in the program's own function, where `shared` has its meaning. The
 * unevaluated call in a spawn checks the arguments as a call does. */
#ifndef POLDER_INLINE_SPAWNED_H
#define POLDER_INLINE_SPAWNED_H

struct upc_task_nothing {}; /* what a function without a result returns */

#define UPC_TASK_PICK_(type, name, a, b, c, d, e, f, number, ...) UPC_TASK_##number##_
#define UPC_TASK_PICK_SPAWN_(name, a, b, c, d, e, f, some, ...) UPC_TASK_SPAWN_##some##_
#define UPC_TASK_SPAWN_0_(name) UPC_TASK_SPAWN_(name, (name()), 0)
#define UPC_TASK_SPAWN_1_(name, ...) UPC_TASK_SPAWN_(name, (name(__VA_ARGS__)), __VA_ARGS__)
#define UPC_TASK_SPAWN_(name, call, ...)                                                           \
    do {                                                                                           \
        const union upc_task_of_##name upc_task_spawned = {{__VA_ARGS__}};                         \
        (void)sizeof(call, 0);                                                                     \
        polder_task_spawn(upc_task_run_##name, &upc_task_spawned, sizeof upc_task_spawned);        \
    } while (0)
#define UPC_TASK_JOIN_(name)                                                                       \
    (((const union upc_task_of_##name *)polder_task_join_of(upc_task_run_##name, #name))->result)

#define UPC_TASK_BARE_(...) __VA_ARGS__
#define UPC_TASK_VALUE_ task->result =
#define UPC_TASK_VOID_
#define UPC_TASK_(result_type, keep, name, members, call)                                          \
    union upc_task_of_##name {                                                                     \
        struct {                                                                                   \
            UPC_TASK_BARE_ members                                                                 \
        } argument;                                                                                \
        result_type result;                                                                        \
    };                                                                                             \
    _Static_assert(sizeof(union upc_task_of_##name) <= POLDER_TASK_BYTES,                          \
                   "upc_task: the parameters or the result need more than POLDER_TASK_BYTES");     \
    static inline __attribute__((__unused__)) void upc_task_run_##name(void *argument) {           \
        union upc_task_of_##name *task = (union upc_task_of_##name *)argument;                     \
        (void)task;                                                                                \
        keep name call;                                                                            \
    }                                                                                              \
    union upc_task_of_##name

#define UPC_TASK_0_(type, keep, name) UPC_TASK_(type, keep, name, (char none;), ())
#define UPC_TASK_1_(type, keep, name, A) UPC_TASK_(type, keep, name, (A a;), (task->argument.a))
#define UPC_TASK_2_(type, keep, name, A, B)                                                        \
    UPC_TASK_(type, keep, name, (A a; B b;), (task->argument.a, task->argument.b))
#define UPC_TASK_3_(type, keep, name, A, B, C)                                                     \
    UPC_TASK_(type, keep, name, (A a; B b; C c;),                                                  \
              (task->argument.a, task->argument.b, task->argument.c))
#define UPC_TASK_4_(type, keep, name, A, B, C, D)                                                  \
    UPC_TASK_(type, keep, name, (A a; B b; C c; D d;),                                             \
              (task->argument.a, task->argument.b, task->argument.c, task->argument.d))
#define UPC_TASK_5_(type, keep, name, A, B, C, D, E)                                               \
    UPC_TASK_(type, keep, name, (A a; B b; C c; D d; E e;),                                        \
              (task->argument.a, task->argument.b, task->argument.c, task->argument.d,             \
               task->argument.e))
#define UPC_TASK_6_(type, keep, name, A, B, C, D, E, F)                                            \
    UPC_TASK_(type, keep, name, (A a; B b; C c; D d; E e; F f;),                                   \
              (task->argument.a, task->argument.b, task->argument.c, task->argument.d,             \
               task->argument.e, task->argument.f))

#endif
