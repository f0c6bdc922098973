// Nothing, in every form: arrays and structures without elements, blocks larger than their array,
// loops without iterations, collectives on no bytes, arrays whose last thread has no part.
#include "check.h"
#include <upc_collective.h>

struct empty {}; // GNU
struct flexible {
    int count;
    int tail[];
};
struct without_tail {
    int count;
    int tail[0];
};

shared [0] int indefinite[5];
shared [] int nothing[0];
shared struct empty empties[THREADS];
shared [1000000] char wide[3 * THREADS];
shared [3] char thirds[THREADS];
shared [*] int star[5 * THREADS];
shared [*] int star_single[THREADS];
shared [7] int block[7 * THREADS];

static void layouts(void)
{
    CHECK(sizeof nothing == 0 && sizeof empties == 0 && upc_blocksizeof(indefinite) == 0);
    CHECK(upc_blocksizeof(star) == 5 && upc_localsizeof(star) == 5 * sizeof(int) && upc_blocksizeof(star_single) == 1);
    for (int i = 0; i < 5; i++) CHECK(upc_threadof(&indefinite[i]) == 0 && upc_phaseof(&indefinite[i]) == 0);
    for (int i = 0; i < 3 * THREADS; i++) CHECK(upc_threadof(&wide[i]) == 0 && upc_phaseof(&wide[i]) == i);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(upc_threadof(&thirds[i]), i / 3);
    for (int i = 0; i < 5 * THREADS; i++) CHECK(upc_threadof(&star[i]) == i / 5 && upc_phaseof(&star[i]) == i % 5);
    if (MYTHREAD == THREADS - 1)
        for (int i = 0; i < 3 * THREADS; i++) wide[i] = (char)i;
    upc_barrier;
    for (int i = 0; i < 3 * THREADS; i++) CHECK_EQ(wide[i], (char)i);
}

static void structures(void)
{
    shared struct empty *e = &empties[MYTHREAD];
    struct empty own = *e;
    *e = own;
    empties[0] = *e;
    shared [] struct flexible *f = upc_alloc(sizeof *f + 4 * sizeof(int));
    f->count = 4;
    for (int i = 0; i < f->count; i++) f->tail[i] = i * i;
    CHECK(f->tail[3] == 9 && upc_threadof(&f->tail[3]) == MYTHREAD);
    upc_free(f);
    shared [] struct without_tail *w = upc_alloc(sizeof *w + 2 * sizeof(int));
    w->tail[1] = 5;
    CHECK((&w->tail[0])[1] == 5 && w->tail + 1 == &w->tail[1]);
    upc_free(w);
}

static void calls_and_loops(void)
{
    const upc_flag_t flags[] = {0, UPC_IN_NOSYNC | UPC_OUT_NOSYNC, UPC_IN_MYSYNC | UPC_OUT_MYSYNC};
    for (int i = MYTHREAD * 7; i < MYTHREAD * 7 + 7; i++) block[i] = i;
    upc_barrier;
    for (int k = 0; k < 3; k++) {
        upc_all_broadcast(block, block, 0, flags[k]);
        upc_all_scatter(block, block, 0, flags[k]);
        upc_all_gather(block, block, 0, flags[k]);
        upc_all_gather_all(block, block, 0, flags[k]);
        upc_all_exchange(block, block, 0, flags[k]);
    }
    upc_barrier;
    for (int i = 0; i < 7 * THREADS; i++) CHECK_EQ(block[i], i);
    upc_forall (int i = 0; i < 0; i++; &block[i]) CHECK(0);
    upc_forall (int i = 5; i < 5; i++; i) CHECK(0);
    upc_forall (unsigned i = 0; i < sizeof nothing / sizeof(int); i++; &nothing[i]) CHECK(0);
    upc_forall (int i = 3; i < -3; i++; &star[i]) CHECK(0);
}

int main(void)
{
    layouts();
    structures();
    calls_and_loops();
    PASS();
}
