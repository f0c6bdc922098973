/* Collective routines of active sets beside the same by puts and flags. These are linear, where one
 * PE talks to all others, or go along a binomial tree. A barrier follows each, so that the memory
 * is free for the next. Prints "ROUTINE_BYTES", "ROUTINE_linear_BYTES" and "ROUTINE_tree_BYTES";
 * bytes are a PE's own.
 *
 * "Optimizing Collective Communication in OpenSHMEM" (PGAS 2013) compares the same.
 *
 *    active_set [S]      S: fewer times */
#include <shmem.h>

#include "../apps/program.h"
#include "symmetric.h"

enum { LARGEST = 65536 / sizeof(long) }; /* elements */

static int me;
static int pes;
static long round_now; /* of an operation by puts */
static long wrong;

/* Symmetric. */
static long *arrived;  /* the last round in which something came from each PE */
static long *given;    /* what this PE gives */
static long *received; /* for what all PEs give */
static long *room;     /* the same, of a reduction */
static long synced[SHMEM_COLLECT_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE];
static long work[LARGEST / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];

static void send(long *to, const long *from, size_t elements, int pe) {
    shmem_long_put(to, from, elements, pe);
    shmem_fence();
    shmem_long_p(&arrived[me], round_now, pe);
}

static void await(int pe) {
    shmem_long_wait_until(&arrived[pe], SHMEM_CMP_GE, round_now);
}

static void add(long *to, const long *from, size_t elements) {
    for (size_t i = 0; i < elements; i++)
        to[i] += from[i];
}

/* ---- linear: PE 0 talks to all ---- */

static void spread_linear(long *to, const long *from, size_t elements) {
    if (me) return await(0);
    for (int pe = 1; pe < pes; pe++)
        send(to, from, elements, pe);
}

static void broadcast_linear(size_t elements) {
    spread_linear(received, given, elements);
}

static void collect_linear(size_t elements) {
    for (int k = 1; k < pes; k++)
        send(received + (size_t)me * elements, given, elements, (me + k) % pes);
    memcpy(received + (size_t)me * elements, given, elements * sizeof *given);
    for (int pe = 0; pe < pes; pe++)
        if (pe != me) await(pe);
}

static void reduce_linear(size_t elements) {
    if (me) {
        send(room + (size_t)me * elements, given, elements, 0);
    } else {
        memcpy(received, given, elements * sizeof *given);
        for (int pe = 1; pe < pes; pe++) {
            await(pe);
            add(received, room + (size_t)pe * elements, elements);
        }
    }
    spread_linear(received, received, elements);
}

/* ---- along a tree: the parent of a PE is its number without the lowest bit ---- */

/* The PEs of the subtree are me .. me + reach() - 1. */
static int reach(void) {
    int above = 1;
    while (above < pes)
        above *= 2;
    return me ? me & -me : above;
}

static int parent(void) {
    return me & (me - 1);
}

static void spread_tree(long *to, const long *from, size_t elements) {
    if (me) await(parent());
    for (int m = reach() / 2; m; m /= 2)
        if (me + m < pes) send(to, me ? to : from, elements, me + m);
}

static void broadcast_tree(size_t elements) {
    spread_tree(received, given, elements);
}

static void collect_tree(size_t elements) {
    const int end = me + reach() < pes ? me + reach() : pes;
    long *const own = received + (size_t)me * elements;
    memcpy(own, given, elements * sizeof *given);
    for (int m = 1; m < reach(); m *= 2)
        if (me + m < pes) await(me + m);
    if (me) send(own, own, (size_t)(end - me) * elements, parent());
    spread_tree(received, received, (size_t)pes * elements);
}

static void reduce_tree(size_t elements) {
    memcpy(received, given, elements * sizeof *given);
    for (int m = 1; m < reach(); m *= 2) {
        if (me + m >= pes) break;
        await(me + m);
        add(received, room + (size_t)(me + m) * elements, elements);
    }
    if (me) send(room + (size_t)me * elements, received, elements, parent());
    spread_tree(received, received, elements);
}

/* ---- by active sets ---- */

static void broadcast(size_t elements) {
    shmem_broadcast64(received, given, elements, 0, 0, 0, pes, synced);
}

static void collect(size_t elements) {
    shmem_fcollect64(received, given, elements, 0, 0, pes, synced + SHMEM_BCAST_SYNC_SIZE);
}

static void reduce(size_t elements) {
    shmem_long_sum_to_all(received, given, (int)elements, 0, 0, pes, work,
                          synced + SHMEM_BCAST_SYNC_SIZE + SHMEM_COLLECT_SYNC_SIZE);
}

/* ---- measuring and checking ---- */

static long value(int pe, size_t i) {
    return 1000 * (pe + 1L) + (long)i % 1000;
}

static void check_broadcast(size_t elements) {
    for (size_t i = 0; me && i < elements; i++)
        wrong += received[i] != value(0, i);
}

static void check_collect(size_t elements) {
    for (int pe = 0; pe < pes; pe++)
        for (size_t i = 0; i < elements; i++)
            wrong += received[(size_t)pe * elements + i] != value(pe, i);
}

static void check_reduce(size_t elements) {
    for (size_t i = 0; i < elements; i++) {
        long sum = 0;
        for (int pe = 0; pe < pes; pe++)
            sum += value(pe, i);
        wrong += received[i] != sum;
    }
}

typedef void operation(size_t elements);

static void measure(const char *figure, operation *operate, operation *check, size_t elements) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long trips = elements * sizeof(long) <= 4096 ? 200 : 20;
    for (int chunk = 0; chunk < chunks; chunk++) {
        memset(received, 0, (size_t)pes * elements * sizeof *received);
        shmem_barrier_all();
        const double start = bench_now_ns();
        for (long i = 0; i < trips; i++) {
            round_now++;
            operate(elements);
            shmem_barrier_all();
        }
        bench_add(&run, start, trips);
        check(elements);
    }
    char name[64];
    snprintf(name, sizeof name, "%s_%zu", figure, elements * sizeof(long));
    if (me == 0) bench_print(name, bench_median_ns(&run));
}

static void measure_size(size_t elements) {
    measure("broadcast", broadcast, check_broadcast, elements);
    measure("broadcast_linear", broadcast_linear, check_broadcast, elements);
    measure("broadcast_tree", broadcast_tree, check_broadcast, elements);
    measure("collect", collect, check_collect, elements);
    measure("collect_linear", collect_linear, check_collect, elements);
    measure("collect_tree", collect_tree, check_collect, elements);
    measure("reduce", reduce, check_reduce, elements);
    measure("reduce_linear", reduce_linear, check_reduce, elements);
    measure("reduce_tree", reduce_tree, check_reduce, elements);
}

int main(int words, char **argument) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(words, argument, 'A');
    if (name != 'S' && name != 'A') return program_unknown_class("active_set", name);
    arrived = symmetric_memory((size_t)pes * sizeof *arrived);
    given = symmetric_memory(LARGEST * sizeof *given);
    received = symmetric_memory((size_t)pes * LARGEST * sizeof *received);
    room = symmetric_memory((size_t)pes * LARGEST * sizeof *room);
    memset(arrived, 0, (size_t)pes * sizeof *arrived);
    for (size_t i = 0; i < LARGEST; i++)
        given[i] = value(me, i);
    for (size_t i = 0; i < sizeof synced / sizeof *synced; i++)
        synced[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    measure_size(1);
    measure_size(512);
    if (name == 'A') measure_size(LARGEST);
    shmem_barrier_all();
    const long wrong_anywhere = symmetric_sum(&wrong, pes);
    shmem_barrier_all();
    shmem_free(room);
    shmem_free(received);
    shmem_free(given);
    shmem_free(arrived);
    const int status = me == 0 ? program_verdict("active_set", name, wrong_anywhere == 0) : 0;
    shmem_finalize();
    return status;
}
