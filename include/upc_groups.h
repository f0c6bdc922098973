/* <upc_groups.h>: groups of threads (an extension of Polder). A *group* is some of the job's
 * threads, its *members*, numbered by *ranks* from 0. Members meet in barriers of their own, share
 * locks, and call collective functions without the other threads. Groups may overlap and nest; a
 * thread may be in any number of them.
 *
 * Collective functions of a group are called by all its members, with equal arguments and in the
 * same order. Calls of different groups have no order but the program's. A thread that waits in one
 * group for another that waits for it in a second group waits for ever. Between upc_notify and
 * upc_wait they may be called. Calls that differ are found as those of all threads are: on request
 * (POLDER_CHECK=collectives). Members of one node that wait in vain, as another has ended or sits
 * in upc_barrier, end the job in any case.
 *
 * Shared arrays. What UPC 1.3 says of a collective function holds here with the group's size for
 * THREADS and the rank for MYTHREAD (7.4.2 and 7.4.3). A group sees of an array the blocks with
 * affinity to its members, and no others. Arrays are declared and allocated as ever, over all
 * threads:
 *
 *     shared [2] int a[2 * THREADS * 2];         THREADS 6; a group of threads 1, 3 and 4
 *
 *     thread     0       1       2       3       4       5
 *     a[]        0  1    2  3    4  5    6  7    8  9   10 11
 *               12 13   14 15   16 17   18 19   20 21   22 23
 *     group's            0  1            2  3    4  5
 *     view               6  7            8  9   10 11
 *
 * So a group works in the memory that its members have anyway. Groups without a common member may
 * work in one array at once. Members that are ranked by their thread numbers have the elements in
 * the array's order. A pointer to such an array has affinity to thread 0, as the standard asks
 * (7.4.2.1 p6), or to rank 0. Both say the same: the view begins with the part of rank 0. A pointer
 * to data of one thread has affinity to a member.
 *
 * `flags` are those of <upc_types.h> (7.3.3), for the group. Wrong arguments end the job with a
 * message. */
#ifndef POLDER_UPC_GROUPS_H
#define POLDER_UPC_GROUPS_H

#include <polder/topology.h>
#include <stddef.h>
#include <upc.h>
#include <upc_collective.h>

#define POLDER_GROUP_TYPES(X)                                                                      \
    X(C, signed char)                                                                              \
    X(UC, unsigned char)                                                                           \
    X(S, signed short)                                                                             \
    X(US, unsigned short)                                                                          \
    X(I, signed int)                                                                               \
    X(UI, unsigned int)                                                                            \
    X(L, signed long)                                                                              \
    X(UL, unsigned long)                                                                           \
    X(F, float)                                                                                    \
    X(D, double)                                                                                   \
    X(LD, long double)

/* A member's own object: not to be passed to another thread. */
typedef struct polder_group upc_group_t;

/* ---- making groups: collective over the parent; null for who is in none ---- */

upc_group_t *upc_group_world(void); /* all threads; ranks are thread numbers; not collective */
/* Members with the same colour, in the order of their keys, then of their ranks. With a negative
 * colour a member is in none. */
upc_group_t *upc_group_split(upc_group_t *parent, int colour, int key);
/* The members whose ranks are listed, in this order. Each lists the group it is in; those in none
 * give count 0. Groups without a common member may be made by one call. */
upc_group_t *upc_group_list(upc_group_t *parent, const int *ranks, int count);
/* The parent's members on one object of the machine with the caller, in the order of their ranks
 * (polder_locality of <polder/topology.h>). A thread may be on no known object of the level, as one
 * that is not bound. Then the nearest larger object counts, at last the node. */
upc_group_t *upc_group_level(upc_group_t *parent, polder_level level);
upc_group_t *upc_group_node(upc_group_t *parent);
upc_group_t *upc_group_package(upc_group_t *parent);
upc_group_t *upc_group_numa(upc_group_t *parent);
upc_group_t *upc_group_l3(upc_group_t *parent);
upc_group_t *upc_group_core(upc_group_t *parent);
/* Collective over the group. Null: nothing. */
void upc_group_free(upc_group_t *group);

/* ---- members ---- */

int upc_group_rank(upc_group_t *group); /* the caller's */
int upc_group_size(upc_group_t *group);
int upc_group_thread(upc_group_t *group, int rank);
int upc_group_rank_of(upc_group_t *group, int thread); /* -1: it is no member */
/* parts[r] = a private pointer to the first element that rank r has of the array, as upc_cast gives
 * it; null for members on other nodes. Not collective. */
void upc_group_cast(upc_group_t *group, shared const void *array, void **parts);

/* ---- dealing out a range: loops over i (a long) from begin to end - 1; each i runs on one
 * member ---- */

/* In turn: rank r takes begin + r, begin + r + size ... */
#define upc_group_forall(group, i, begin, end)                                                     \
    for (long i = (begin) + upc_group_rank(group), polder_step_##i = upc_group_size(group),        \
              polder_end_##i = (end);                                                              \
         i < polder_end_##i; i += polder_step_##i)
/* In one run a member; the lengths differ by one at most. */
#define upc_group_forall_blocked(group, i, begin, end)                                             \
    for (long i = upc_group_first(group, upc_group_rank(group), begin, end),                       \
              polder_end_##i = upc_group_first(group, upc_group_rank(group) + 1, begin, end);      \
         i < polder_end_##i; i++)
/* Where the run of a rank begins; of rank `size`: the end. */
long upc_group_first(upc_group_t *group, int rank, long begin, long end);

/* ---- barriers: a full fence each, as upc_barrier, upc_notify and upc_wait ---- */

void upc_group_barrier(upc_group_t *group); /* the same as the following two */
void upc_group_notify(upc_group_t *group);
void upc_group_wait(upc_group_t *group);

/* ---- locks: collective; all members get the same one, which any thread may take ---- */

upc_lock_t *upc_group_lock_alloc(upc_group_t *group);
void upc_group_lock_free(upc_group_t *group, upc_lock_t *ptr);

/* ---- copies: 7.4.2, with blocks of nbytes ---- */

void upc_group_broadcast(upc_group_t *group, shared void *dst_each, shared const void *src_one,
                         size_t nbytes, upc_flag_t flags);
void upc_group_scatter(upc_group_t *group, shared void *dst_each, shared const void *src_one,
                       size_t nbytes, upc_flag_t flags);
void upc_group_gather(upc_group_t *group, shared void *dst_one, shared const void *src_each,
                      size_t nbytes, upc_flag_t flags);
void upc_group_gather_all(upc_group_t *group, shared void *dst, shared const void *src_each,
                          size_t nbytes, upc_flag_t flags);
void upc_group_exchange(upc_group_t *group, shared void *dst, shared const void *src, size_t nbytes,
                        upc_flag_t flags);
void upc_group_permute(upc_group_t *group, shared void *dst_each, shared const void *src_each,
                       shared const int *perm, size_t nbytes, upc_flag_t flags);

/* ---- reductions: 7.4.3 ----
 *
 * They are over nelems elements of the group's view, from where src points on. That is a member, or
 * thread 0, which stands for rank 0; the same holds for dst of a prefix. With blk_size 0 all
 * elements lie on one member, where src points to. */

#define POLDER_REDUCTIONS(T, TYPE)                                                                 \
    void upc_group_reduce##T(upc_group_t *group, shared void *dst, shared const void *src,         \
                             upc_op_t op, size_t nelems, size_t blk_size,                          \
                             TYPE (*func)(TYPE, TYPE), upc_flag_t flags);                          \
    void upc_group_prefix_reduce##T(upc_group_t *group, shared void *dst, shared const void *src,  \
                                    upc_op_t op, size_t nelems, size_t blk_size,                   \
                                    TYPE (*func)(TYPE, TYPE), upc_flag_t flags);
POLDER_GROUP_TYPES(POLDER_REDUCTIONS)
#undef POLDER_REDUCTIONS

/* ---- the same on private memory of the members ----
 *
 * `all` has a block for each rank, in their order, and counts on the root only where there is one.
 * Source and destination do not overlap, but a destination may be the source of a reduction or a
 * permutation. MYSYNC and NOSYNC wait for no more than the data needs. */

void upc_group_broadcast_private(upc_group_t *group, void *data, size_t nbytes, int root,
                                 upc_flag_t flags);
void upc_group_scatter_private(upc_group_t *group, void *dst, const void *src_all, size_t nbytes,
                               int root, upc_flag_t flags);
void upc_group_gather_private(upc_group_t *group, void *dst_all, const void *src, size_t nbytes,
                              int root, upc_flag_t flags);
void upc_group_gather_all_private(upc_group_t *group, void *dst_all, const void *src, size_t nbytes,
                                  upc_flag_t flags);
void upc_group_exchange_private(upc_group_t *group, void *dst_all, const void *src_all,
                                size_t nbytes, upc_flag_t flags);
/* src goes to rank `to`; all members give different ranks. */
void upc_group_permute_private(upc_group_t *group, void *dst, const void *src, int to,
                               size_t nbytes, upc_flag_t flags);

/* dst[i] = the members' src[i] under op, in the order of ranks: on the root, on all, of ranks 0 to
 * the caller's. */
#define POLDER_REDUCTIONS(T, TYPE)                                                                 \
    void upc_group_reduce_private##T(upc_group_t *group, TYPE *dst, const TYPE *src, upc_op_t op,  \
                                     size_t nelems, TYPE (*func)(TYPE, TYPE), int root,            \
                                     upc_flag_t flags);                                            \
    void upc_group_reduce_all_private##T(upc_group_t *group, TYPE *dst, const TYPE *src,           \
                                         upc_op_t op, size_t nelems, TYPE (*func)(TYPE, TYPE),     \
                                         upc_flag_t flags);                                        \
    void upc_group_prefix_reduce_private##T(upc_group_t *group, TYPE *dst, const TYPE *src,        \
                                            upc_op_t op, size_t nelems, TYPE (*func)(TYPE, TYPE),  \
                                            upc_flag_t flags);
POLDER_GROUP_TYPES(POLDER_REDUCTIONS)
#undef POLDER_REDUCTIONS
#undef POLDER_GROUP_TYPES

#endif
