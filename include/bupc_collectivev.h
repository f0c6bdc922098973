/* <bupc_collectivev.h>: collective functions on single values (Berkeley UPC). Every thread calls
 * with the same TYPE and root, not between upc_notify and upc_wait; each call is a barrier too.
 * They are macros, because TYPE is an argument.
 *
 *   bupc_allv_reduce(TYPE, value, root, op)          the value of all threads' values under op, on
 *                                                    thread root (-1: on all)
 *   bupc_allv_reduce_all(TYPE, value, op)            the same, on all
 *   bupc_allv_prefix_reduce(TYPE, value, op)         that of threads 0 to MYTHREAD
 *   bupc_allv_broadcast(TYPE, value, root)           the value of thread root
 *   bupc_allv_scatter(TYPE, root, array)             element MYTHREAD of thread root's array; the
 *                                                    others' may be null
 *   bupc_allv_gather(TYPE, value, root, array)       thread root's array gets all values (-1: all
 *                                                    threads'); returns array
 *   bupc_allv_gather_all(TYPE, value, array)         every thread's array gets all values; null:
 *                                                    none wanted
 *   bupc_allv_permute(TYPE, value, to)               the value of the thread whose `to` is MYTHREAD
 *
 * TYPE is any complete object type, for reductions an arithmetic one; op is UPC_ADD to UPC_MAX.
 * Calls that do not match, a wrong root or a wrong operation end the job with a message. */
#ifndef POLDER_BUPC_COLLECTIVEV_H
#define POLDER_BUPC_COLLECTIVEV_H

#include <stddef.h>
#include <upc.h>
#include <upc_collective.h>

#define BUPC_COLLECTIVEV_VERSION_MAJOR 1
#define BUPC_COLLECTIVEV_VERSION_MINOR 2

/* Values go through memory: `value` is what the calling thread gives, and becomes what it gets.
 * Arrays have THREADS elements. */
void polder_allv_reduce(void *value, size_t size, int kind, int root, upc_op_t op);
void polder_allv_prefix_reduce(void *value, size_t size, int kind, upc_op_t op);
void polder_allv_broadcast(void *value, size_t size, int root);
void polder_allv_scatter(void *value, size_t size, int root, const void *array);
void *polder_allv_gather(const void *value, size_t size, int root, void *array); /* returns array */
void polder_allv_permute(void *value, size_t size, int to);

/* 0 signed, 1 unsigned, 2 floating; of integers with one value bit, 3 (_Bool). An error for what is
 * no arithmetic type. */
#define POLDER_ALLV_KIND(TYPE)                                                                     \
    ((TYPE)0.5 == (TYPE)1 ? 3 : (TYPE)0.5 != (TYPE)0 ? 2 : (TYPE)-1 < (TYPE)1 ? 0 : 1)

#define bupc_allv_reduce(TYPE, value, root, op)                                                    \
    __extension__({                                                                                \
        TYPE polder_v = (value);                                                                   \
        polder_allv_reduce(&polder_v, sizeof(TYPE), POLDER_ALLV_KIND(TYPE), root, op);             \
        polder_v;                                                                                  \
    })
#define bupc_allv_reduce_all(TYPE, value, op) bupc_allv_reduce(TYPE, value, -1, op)
#define bupc_allv_prefix_reduce(TYPE, value, op)                                                   \
    __extension__({                                                                                \
        TYPE polder_v = (value);                                                                   \
        polder_allv_prefix_reduce(&polder_v, sizeof(TYPE), POLDER_ALLV_KIND(TYPE), op);            \
        polder_v;                                                                                  \
    })
#define bupc_allv_broadcast(TYPE, value, root)                                                     \
    __extension__({                                                                                \
        TYPE polder_v = (value);                                                                   \
        polder_allv_broadcast((void *)&polder_v, sizeof(TYPE), root);                              \
        polder_v;                                                                                  \
    })
#define bupc_allv_scatter(TYPE, root, array)                                                       \
    __extension__({                                                                                \
        TYPE polder_v;                                                                             \
        const TYPE *const polder_a = (array);                                                      \
        polder_allv_scatter((void *)&polder_v, sizeof(TYPE), root, (const void *)polder_a);        \
        polder_v;                                                                                  \
    })
#define bupc_allv_gather(TYPE, value, root, array)                                                 \
    __extension__({                                                                                \
        TYPE polder_v = (value);                                                                   \
        TYPE *polder_a = (array);                                                                  \
        polder_a = (TYPE *)polder_allv_gather((const void *)&polder_v, sizeof(TYPE), root,         \
                                              (void *)polder_a);                                   \
    })
#define bupc_allv_gather_all(TYPE, value, array) bupc_allv_gather(TYPE, value, -1, array)
#define bupc_allv_permute(TYPE, value, to)                                                         \
    __extension__({                                                                                \
        TYPE polder_v = (value);                                                                   \
        polder_allv_permute((void *)&polder_v, sizeof(TYPE), to);                                  \
        polder_v;                                                                                  \
    })

#endif
