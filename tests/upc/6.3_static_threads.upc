// static: 3
// 6.3.1: with a static number of threads THREADS is an integer constant, in #if, dimensions, case
// labels, enums, bit-fields.
#include "check.h"

#ifndef __UPC_STATIC_THREADS__
#error "__UPC_STATIC_THREADS__"
#endif
#ifdef __UPC_DYNAMIC_THREADS__
#error "__UPC_DYNAMIC_THREADS__"
#endif
#if THREADS != 3
#error "THREADS"
#endif

shared int plus[10 + THREADS];
shared [] int all[THREADS];
shared int fixed[10];
shared int twice[THREADS][4 * THREADS];
shared [2] int square[THREADS * THREADS];
shared int (*pointer)[THREADS][THREADS];
shared [*] int spread[10];
static int counts[THREADS] = {[THREADS - 1] = 8};
enum { LAST = THREADS - 1 };
struct bits { unsigned field : THREADS; };
_Static_assert(THREADS == 3, "constant");
_Static_assert(sizeof plus == 13 * sizeof(int), "sizeof a shared array is constant here");
_Static_assert(upc_localsizeof(plus) >= 5 * sizeof(int), "upc_localsizeof as well");

int main(void)
{
    switch (3) {
    case THREADS: break;
    default: CHECK(!"case THREADS");
    }
    CHECK_EQ(LAST, 2);
    CHECK_EQ(counts[2], 8);
    CHECK_EQ(sizeof twice, 36 * sizeof(int));
    CHECK_EQ(upc_blocksizeof(spread), 4);
    for (int i = 0; i < 13; i++) CHECK_EQ(upc_threadof(&plus[i]), i % 3);
    for (int i = 0; i < 3; i++) CHECK_EQ(upc_threadof(&all[i]), 0);
    for (int i = 0; i < 10; i++) CHECK_EQ(upc_threadof(&fixed[i]), i % 3);
    for (int i = 0; i < 10; i++) CHECK_EQ(upc_threadof(&spread[i]), i / 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 12; j++) CHECK_EQ(upc_threadof(&twice[i][j]), (i * 12 + j) % 3);
    for (int i = 0; i < 9; i++) CHECK_EQ(upc_threadof(&square[i]), i / 2 % 3);

    upc_forall (int i = 0; i < 13; i++; &plus[i]) plus[i] = i * i;
    upc_forall (int i = 0; i < 10; i++; &spread[i]) spread[i] = -i;
    upc_barrier;
    for (int i = 0; i < 13; i++) CHECK_EQ(plus[i], i * i);
    for (int i = 0; i < 10; i++) CHECK_EQ(spread[i], -i);
    pointer = (shared int(*)[THREADS][THREADS])&twice;
    CHECK_EQ(upc_threadof(&(*pointer)[1][2]), 5 % 3);
    PASS();
    return 0;
}
