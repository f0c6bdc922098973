/* <polder/team.h>: teams and collective operations. A *team* is some of the job's threads, numbered
 * by *ranks* of its own. Its members move data between them, combine it and wait for each other.
 * All of them make the same calls in the same order, with matching arguments. Members may be
 * threads of one process, of processes of a node, and of nodes, in any mix.
 *
 * Each operation has a form that returns when the caller's part is done, and one that starts it
 * (..._start). The second gives a request, which is waited for later. Requests of one team or of
 * several may be under way at once and end in any order. They are moved on by polder_team_test and
 * polder_team_wait, by polder_progress, and by every other call that waits. Memory given to an
 * operation is its own until it has ended.
 *
 * "The caller's part is done" means: its results are there, and its memory may be used again. It
 * says nothing of other members, except for the barrier. What a member did before it gave data is
 * visible to whoever gets that data.
 *
 * Data is private or shared memory that the caller can reach with a pointer. Lengths are in bytes.
 * A block is what one member gives another. Calls that do not match (functions, roots, lengths) end
 * the job with a message. For operations of up to 48 bytes of teams on one node, nobody looks
 * unless POLDER_CHECK=collectives is set. What has run out of memory returns POLDER_NO_MEMORY, with
 * nothing started; blocking forms end the job then.
 *
 * Which algorithm an operation takes depends on its length and the team's shape: `polder info`,
 * `polder tune`. C11 and C++. */
#ifndef POLDER_TEAM_H
#define POLDER_TEAM_H

#include <polder/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A member's own object. */
typedef struct polder_team polder_team;
/* An operation under way. */
typedef struct polder_team_request polder_team_request;

/* ---- teams ---- */

/* All threads; ranks are thread numbers. */
polder_team *polder_team_world(void);
int polder_team_rank(const polder_team *team);
int polder_team_size(const polder_team *team);
/* Thread number of a member; ends the job if there is none with this rank. */
int polder_team_thread(const polder_team *team, int rank);
/* Rank in `to` of the member with this rank in `from`; -1 if it is not in it. */
int polder_team_translate(const polder_team *from, int rank, const polder_team *to);

/* Making teams is collective over the parent. Members with the same colour form a team, in the
 * order of their keys, then of their ranks. With a negative colour a member is in none, and gets
 * null. */
polder_status polder_team_split(polder_team *parent, int colour, int key, polder_team **team);
/* The members whose ranks are listed, in this order. Each lists the whole team it is in; those in
 * none give count 0, and get null. Several teams that have no member in common may be made by one
 * call. */
polder_status polder_team_create(polder_team *parent, const int *ranks, int count,
                                 polder_team **team);
/* The same members again: operations of both do not mix. */
polder_status polder_team_duplicate(polder_team *parent, polder_team **team);
/* Collective over the team; contains a barrier. Its requests have been waited for. */
void polder_team_destroy(polder_team *team);

/* ---- requests ---- */

/* 1: the operation has ended, the request is gone and set to null; 0: under way. Makes progress. A
 * null request has ended. */
int polder_team_test(polder_team_request **request);
void polder_team_wait(polder_team_request **request);

/* ---- barrier ---- */

/* Returns when all members have called; a full fence for shared memory. Started and waited for
 * later it is a split-phase barrier. */
void polder_team_barrier(polder_team *team);
polder_status polder_team_barrier_start(polder_team *team, polder_team_request **request);

/* ---- data from one to all, from all to one, from all to all ---- */

/* data: read on the root, written on all others. */
void polder_team_broadcast(polder_team *team, void *data, size_t bytes, int root);
polder_status polder_team_broadcast_start(polder_team *team, void *data, size_t bytes, int root,
                                          polder_team_request **request);

/* all: blocks of all members in the order of ranks; on the root only. */
void polder_team_gather(polder_team *team, const void *block, void *all, size_t bytes, int root);
polder_status polder_team_gather_start(polder_team *team, const void *block, void *all,
                                       size_t bytes, int root, polder_team_request **request);
void polder_team_scatter(polder_team *team, const void *all, void *block, size_t bytes, int root);
polder_status polder_team_scatter_start(polder_team *team, const void *all, void *block,
                                        size_t bytes, int root, polder_team_request **request);
void polder_team_allgather(polder_team *team, const void *block, void *all, size_t bytes);
polder_status polder_team_allgather_start(polder_team *team, const void *block, void *all,
                                          size_t bytes, polder_team_request **request);
/* given: a block for each member; received: one from each. They do not overlap. */
void polder_team_alltoall(polder_team *team, const void *given, void *received, size_t bytes);
polder_status polder_team_alltoall_start(polder_team *team, const void *given, void *received,
                                         size_t bytes, polder_team_request **request);

/* ---- blocks of different lengths ----
 * Member r's block has lengths[r] bytes and lies at offsets[r]. */

/* lengths and offsets: on the root only; they are needed until the operation has started. bytes: of
 * the caller's block. */
void polder_team_gatherv(polder_team *team, const void *block, size_t bytes, void *all,
                         const size_t *lengths, const size_t *offsets, int root);
polder_status polder_team_gatherv_start(polder_team *team, const void *block, size_t bytes,
                                        void *all, const size_t *lengths, const size_t *offsets,
                                        int root, polder_team_request **request);
void polder_team_scatterv(polder_team *team, const void *all, const size_t *lengths,
                          const size_t *offsets, void *block, size_t bytes, int root);
polder_status polder_team_scatterv_start(polder_team *team, const void *all, const size_t *lengths,
                                         const size_t *offsets, void *block, size_t bytes, int root,
                                         polder_team_request **request);
/* lengths: the same on all members. */
void polder_team_allgatherv(polder_team *team, const void *block, void *all, const size_t *lengths,
                            const size_t *offsets);
polder_status polder_team_allgatherv_start(polder_team *team, const void *block, void *all,
                                           const size_t *lengths, const size_t *offsets,
                                           polder_team_request **request);
/* What member a gives b has the same length in a's given_lengths[b] and b's received_lengths[a]. */
void polder_team_alltoallv(polder_team *team, const void *given, const size_t *given_lengths,
                           const size_t *given_offsets, void *received,
                           const size_t *received_lengths, const size_t *received_offsets);
polder_status polder_team_alltoallv_start(polder_team *team, const void *given,
                                          const size_t *given_lengths, const size_t *given_offsets,
                                          void *received, const size_t *received_lengths,
                                          const size_t *received_offsets,
                                          polder_team_request **request);

/* ---- reductions: element by element of vectors ---- */

typedef enum polder_element {
    POLDER_ELEMENT_I8,
    POLDER_ELEMENT_U8,
    POLDER_ELEMENT_I16,
    POLDER_ELEMENT_U16,
    POLDER_ELEMENT_I32,
    POLDER_ELEMENT_U32,
    POLDER_ELEMENT_I64,
    POLDER_ELEMENT_U64,
    POLDER_ELEMENT_F32,
    POLDER_ELEMENT_F64,
    POLDER_ELEMENT_LONG_DOUBLE,
    POLDER_ELEMENT_COMPLEX_F32, /* as C and std::complex lay them out */
    POLDER_ELEMENT_COMPLEX_F64,
    POLDER_ELEMENT_COMPLEX_LONG_DOUBLE
} polder_element;

/* Integers wrap. The bitwise three are not for floating-point types; the logical two give 0 or 1.
 * Complex numbers are added and multiplied. */
typedef enum polder_reduce_operation {
    POLDER_REDUCE_ADD,
    POLDER_REDUCE_MUL,
    POLDER_REDUCE_MIN,
    POLDER_REDUCE_MAX,
    POLDER_REDUCE_AND,
    POLDER_REDUCE_OR,
    POLDER_REDUCE_XOR,
    POLDER_REDUCE_LOGICAL_AND,
    POLDER_REDUCE_LOGICAL_OR
} polder_reduce_operation;

/* sum[i] = sum[i] + right[i] for count elements; associative. It calls no function of Polder. */
typedef void (*polder_combine)(void *sum, const void *right, size_t count, void *context);

/* What is done to elements: a type and an operation, or a function of the program for elements of
 * `size` bytes. With `commutative` 0 operands are combined in the order of ranks only. The order in
 * which sums are made depends on the arguments and the team, never on who comes first. */
typedef struct polder_reduction {
    polder_element type;
    polder_reduce_operation operation;
    polder_combine function; /* null: type and operation */
    void *context;           /* given to the function; needed until the operation has ended */
    size_t size;
    int commutative;
} polder_reduction;

/* For type and operation. */
polder_reduction polder_reduction_of(polder_element type, polder_reduce_operation operation);

/* values: the caller's, count elements; sum: of all members, may be the same memory. reduce: sum on
 * the root only. */
void polder_team_reduce(polder_team *team, const void *values, void *sum, size_t count,
                        polder_reduction reduction, int root);
polder_status polder_team_reduce_start(polder_team *team, const void *values, void *sum,
                                       size_t count, polder_reduction reduction, int root,
                                       polder_team_request **request);
void polder_team_allreduce(polder_team *team, const void *values, void *sum, size_t count,
                           polder_reduction reduction);
polder_status polder_team_allreduce_start(polder_team *team, const void *values, void *sum,
                                          size_t count, polder_reduction reduction,
                                          polder_team_request **request);
/* values: a block of count elements for each member, in the order of ranks; sum: the caller's
 * block, of all members. */
void polder_team_reduce_scatter(polder_team *team, const void *values, void *sum, size_t count,
                                polder_reduction reduction);
polder_status polder_team_reduce_scatter_start(polder_team *team, const void *values, void *sum,
                                               size_t count, polder_reduction reduction,
                                               polder_team_request **request);
/* sum: of the members up to the caller; exclusive: before it, and the memory of rank 0 is left as
 * it is. */
void polder_team_scan(polder_team *team, const void *values, void *sum, size_t count,
                      polder_reduction reduction);
polder_status polder_team_scan_start(polder_team *team, const void *values, void *sum, size_t count,
                                     polder_reduction reduction, polder_team_request **request);
void polder_team_scan_exclusive(polder_team *team, const void *values, void *sum, size_t count,
                                polder_reduction reduction);
polder_status polder_team_scan_exclusive_start(polder_team *team, const void *values, void *sum,
                                               size_t count, polder_reduction reduction,
                                               polder_team_request **request);

#ifdef __cplusplus
}
#endif

#endif
