// Relocalisation collectives (7.4.1): every function with every combination of flags, several block sizes, twice in a row.
#include "check.h"
#include <upc_collective.h>

#define MOST 50 /* ints a block */

shared [MOST] int each[MOST * THREADS], each_too[MOST * THREADS];
shared int perm[THREADS];
shared [] int *one, *one_too;
shared [] int *square, *square_too; /* THREADS blocks on every thread; seen from thread 0 */

static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0};
static const upc_flag_t outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0};

static int value(int thread, int block, int i, int round) { return ((thread * 64 + block) * 64 + i) * 16 + round; }

static int *mine(shared void *base) { return (int *)((shared [] char *)((shared [1] char *)base + MYTHREAD)); }

static void fill(int n, int round)
{
    for (int i = 0; i < n; i++) {
        mine(each)[i] = value(MYTHREAD, 0, i, round);
        mine(each_too)[i] = -1;
    }
    for (int b = 0; b < THREADS; b++)
        for (int i = 0; i < n; i++) {
            mine(square)[b * n + i] = value(MYTHREAD, b, i, round);
            mine(square_too)[b * n + i] = -1;
            if (MYTHREAD == THREADS - 1) one[b * n + i] = value(99, b, i, round), one_too[b * n + i] = -1;
        }
    perm[MYTHREAD] = (MYTHREAD * 3 + round) % THREADS;
    if (THREADS % 3 == 0) perm[MYTHREAD] = (MYTHREAD + round) % THREADS;
}

static void check_all(int n, upc_flag_t flags, int round)
{
    const size_t bytes = n * sizeof(int);
    const int no_in = flags & UPC_IN_NOSYNC, no_out = flags & UPC_OUT_NOSYNC;
#define CALL(call)                                                                                                         \
    do {                                                                                                                   \
        fill(n, round);                                                                                                    \
        if (no_in) upc_barrier;                                                                                            \
        call;                                                                                                              \
        if (no_out) upc_barrier;                                                                                           \
    } while (0)

    CALL(upc_all_broadcast(each_too, one, bytes, flags));
    for (int i = 0; i < n; i++) CHECK_EQ(mine(each_too)[i], value(99, 0, i, round));
    upc_barrier;
    CALL(upc_all_scatter(each_too, one, bytes, flags));
    for (int i = 0; i < n; i++) CHECK_EQ(mine(each_too)[i], value(99, MYTHREAD, i, round));
    upc_barrier;
    CALL(upc_all_gather(one_too, each, bytes, flags));
    if (MYTHREAD == THREADS - 1) { /* its owner: all three kinds of flags promise it there */
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < n; i++) CHECK_EQ(one_too[t * n + i], value(t, 0, i, round));
    }
    upc_barrier;
    CALL(upc_all_gather_all(square_too, each, bytes, flags));
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < n; i++) CHECK_EQ(mine(square_too)[t * n + i], value(t, 0, i, round));
    upc_barrier;
    CALL(upc_all_exchange(square_too, square, bytes, flags));
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < n; i++) CHECK_EQ(mine(square_too)[t * n + i], value(t, MYTHREAD, i, round));
    upc_barrier;
    CALL(upc_all_permute(each_too, each, perm, bytes, flags));
    for (int t = 0; t < THREADS; t++)
        if (perm[t] == MYTHREAD)
            for (int i = 0; i < n; i++) CHECK_EQ(mine(each_too)[i], value(t, 0, i, round));
    upc_barrier;
}

int main(void)
{
    static const int sizes[] = {1, 7, MOST};
    shared [] int *shared [1] *box = upc_all_alloc(2, sizeof(shared [] int *));
    square = upc_all_alloc(THREADS, THREADS * MOST * sizeof(int));
    square_too = upc_all_alloc(THREADS, THREADS * MOST * sizeof(int));
    if (MYTHREAD == THREADS - 1) {
        box[0] = upc_alloc(THREADS * MOST * sizeof(int));
        box[1] = upc_alloc(THREADS * MOST * sizeof(int));
    }
    upc_barrier;
    one = box[0], one_too = box[1];
    for (int s = 0; s < 3; s++)
        for (int in = 0; in < 4; in++)
            for (int out = 0; out < 4; out++)
                check_all(sizes[s], ins[in] | outs[out], s * 4 + in);
    PASS();
    return 0;
}
