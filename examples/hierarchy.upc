// A histogram in two levels: threads of a node add up their counts first, then the nodes' totals
// meet.
//
// A message between nodes costs far more than an access to memory of the node. So each node has a
// group of its threads (upc_group_node), and the first of each node are a group too, the leaders.
// Threads of a node add up what they counted, a range of bins each, by private pointers to each
// other's counts (upc_group_cast). Only the leaders then speak with other nodes: one sum over a
// vector instead of one for each thread. `upcrun --nodes 2 -n 6` simulates two nodes.
#include <stdio.h>
#include <upc.h>
#include <upc_groups.h>

#define BINS 64
#define NUMBERS 50000

shared [BINS] long counts[BINS * THREADS]; // of each thread
static long total[BINS];                   // of the node, then of the job

static unsigned next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state;
}

// The numbers of thread t; how often each bin is hit.
static void count(int t, long *bins)
{
    unsigned state = (unsigned)t + 1;
    for (int i = 0; i < NUMBERS; i++) bins[(next(&state) >> 16) * (unsigned long)BINS >> 16]++;
}

int main(void)
{
    upc_group_t *const all = upc_group_world();
    upc_group_t *const node = upc_group_node(all);
    const int members = upc_group_size(node);
    upc_group_t *const leaders = upc_group_split(all, upc_group_rank(node) == 0 ? 0 : -1, MYTHREAD); // null for the others

    count(MYTHREAD, (long *)&counts[BINS * MYTHREAD]);
    upc_group_barrier(node);

    // Inside the node: everything can be reached by a pointer. The sums go to the first thread's
    // part.
    void *parts[THREADS];
    upc_group_cast(node, counts, parts);
    upc_group_forall_blocked(node, bin, 0, BINS)
        for (int r = 1; r < members; r++) ((long *)parts[0])[bin] += ((long *)parts[r])[bin];
    upc_group_barrier(node);

    // Between nodes: one member of each.
    if (leaders) upc_group_reduce_all_privateL(leaders, total, parts[0], UPC_ADD, BINS, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    upc_group_broadcast_private(node, total, sizeof total, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);

    // Each thread compares with what all threads have counted.
    static long expected[BINS];
    int right = 1;
    for (int t = 0; t < THREADS; t++) count(t, expected);
    for (int i = 0; i < BINS; i++) right &= total[i] == expected[i];
    upc_group_reduce_all_privateI(all, &right, &right, UPC_MIN, 1, 0, 0);
    if (MYTHREAD == 0) printf("%s: %d numbers in %d bins\n", right ? "PASS" : "FAIL", NUMBERS * THREADS, BINS);
    upc_group_free(leaders);
    upc_group_free(node);
    return !right;
}
