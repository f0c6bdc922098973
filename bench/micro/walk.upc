/* Element after element of arrays spread over the threads, by one thread, in cache; against
 * access.c, which reads one plain array.
 *
 *   cyclic_step, blocked_step    the pointer is incremented
 *   cyclic_end                   the same, the end of the loop found by comparing pointers with <
 *   cyclic_index, blocked_index  the array is indexed
 *
 * And node after node of lists, whose nodes are blocks of their own. So under -fupc-check each is
 * another object. The last thread has allocated the first two lists.
 *
 *   list            blocks of upc_alloc, in the order of their allocation
 *   list_shuffled   the same blocks in random order
 *   list_global     blocks of upc_global_alloc, in the order of their allocation
 */
#include <stdlib.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { WORDS = 1024, ROUNDS = 400, NODES = 10000, LIST_ROUNDS = 20 };

shared long cyclic[WORDS * THREADS];
shared [16] long blocked[WORDS * THREADS];

#define MEASURE(name, loop)                                                                        \
    do {                                                                                           \
        struct bench_run run = {0};                                                                \
        const int chunks = bench_chunks();                                                         \
        for (int chunk = 0; chunk < chunks; chunk++) {                                             \
            const double start = bench_now_ns();                                                   \
            for (int round = 0; round < ROUNDS; round++) loop                                      \
            bench_add(&run, start, (long)ROUNDS * WORDS);                                          \
        }                                                                                          \
        bench_print(name, bench_best_ns(&run));                                                    \
    } while (0)

static void use(long value) { BENCH_USE(value); }

static void measure(void)
{
    MEASURE("cyclic_step", {
        shared long *p = cyclic;
        for (int i = 0; i < WORDS; i++) use(*p++);
    });
    MEASURE("cyclic_end", {
        for (shared long *p = cyclic, *end = cyclic + WORDS; p < end; p++) use(*p);
    });
    MEASURE("cyclic_index", {
        for (int i = 0; i < WORDS; i++) use(cyclic[i]);
    });
    MEASURE("blocked_step", {
        shared [16] long *p = blocked;
        for (int i = 0; i < WORDS; i++) use(*p++);
    });
    MEASURE("blocked_index", {
        for (int i = 0; i < WORDS; i++) use(blocked[i]);
    });
}

typedef shared [] struct node *link_t;
struct node {
    link_t next;
    long value;
};
shared link_t list;
shared link_t shuffled;
static link_t *nodes;

/* The nodes as a list. */
static link_t linked(void)
{
    for (int i = 0; i < NODES; i++) {
        nodes[i]->value = i;
        nodes[i]->next = i + 1 < NODES ? nodes[i + 1] : NULL;
    }
    return nodes[0];
}

static void shuffle(void)
{
    unsigned long state = 1;
    for (int i = NODES - 1; i > 0; i--) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        const int j = (int)((state >> 33) % (unsigned long)(i + 1));
        const link_t other = nodes[j];
        nodes[j] = nodes[i];
        nodes[i] = other;
    }
}

static void measure_list(const char *name, link_t head)
{
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (int round = 0; round < LIST_ROUNDS; round++) {
            long sum = 0;
            for (link_t at = head; at; at = at->next) sum += at->value;
            if (sum != NODES * (NODES - 1L) / 2) exit(1);
        }
        bench_add(&run, start, (long)LIST_ROUNDS * NODES);
    }
    bench_print(name, bench_best_ns(&run));
}

static void measure_lists(void)
{
    nodes = malloc(NODES * sizeof(link_t));
    if (MYTHREAD == THREADS - 1) {
        for (int i = 0; i < NODES; i++) nodes[i] = upc_alloc(sizeof(struct node));
        list = linked();
    }
    upc_barrier;
    if (MYTHREAD == 0) measure_list("list", list);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        shuffle();
        shuffled = linked();
    }
    upc_barrier;
    if (MYTHREAD == 0) {
        measure_list("list_shuffled", shuffled);
        for (int i = 0; i < NODES; i++) nodes[i] = (link_t)upc_global_alloc(1, sizeof(struct node));
        measure_list("list_global", linked());
    }
}

int main(void)
{
    for (int i = MYTHREAD; i < WORDS * THREADS; i += THREADS) cyclic[i] = blocked[i] = i;
    upc_barrier;
    if (MYTHREAD == 0) measure();
    upc_barrier;
    measure_lists();
    upc_barrier;
    return 0;
}
