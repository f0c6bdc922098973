/* How the molecules of md_halo travel: one interface, with MPI (md_halo_mpi.c) and with OpenSHMEM
 * (shmem/md_halo.c) behind it.
 *
 * Vocabulary: a link is a place for one message at each rank; ranks that send on the same link of a
 * rank take turns. A call is the number of a turn, counted alike by all who take part in it. A
 * message that does not fit its link is not sent: its receiver finds an empty one, and its sender
 * remembers how large it was. */
#ifndef BENCH_MD_HALO_WIRE_H
#define BENCH_MD_HALO_WIRE_H

#include <stddef.h>

struct wire_message {
    const void *bytes; /* until the next call on that link */
    size_t size;
};

int wire_me(void);
int wire_ranks(void);

/* All ranks together. Those below `particles` are one group, the others another. `capacity`: bytes
 * of a message, at first. */
void wire_open(int particles, int links, size_t capacity);

/* All ranks of the first group together: sends to one and takes from one, which may be the sender
 * itself. */
struct wire_message wire_exchange(long call, int link, const void *items, size_t size, int to, int from);
/* The same where both messages are of one size that fits, as both ranks know. */
void wire_swap(long call, int link, const void *items, size_t size, int to, int from);
/* The two halves of it, between any two ranks. */
void wire_post(long call, int link, const void *items, size_t size, int to);
struct wire_message wire_take(long call, int link, int from);

/* The size of the largest message that did not fit, since the links have grown; 0: none. */
size_t wire_unfit(void);
/* All ranks together. What lies in the links is lost. */
void wire_grow(size_t capacity);
size_t wire_capacity(void);

/* Sums over a group or over all ranks, in memory of wire_shared. All ranks of the group
 * together. */
enum wire_group { WIRE_ALL, WIRE_GROUP };
double *wire_shared(int count);
void wire_sum(double *values, int count, enum wire_group group);
void wire_barrier(void);

#endif
