// static: 3
// limit: 960 (between nodes that share cores each of its thousands of operations takes milliseconds)
// Reductions (7.4.2) with a static THREADS, and the examples of the standard on static arrays.
#include "reduce.h"

#define BLK_SIZE 3
#define NELEMS 10

shared [BLK_SIZE] long A[NELEMS * THREADS], B[NELEMS * THREADS];
shared long total;
shared double numbers[THREADS], sum;

int main(void)
{
    run_all();
    upc_forall (int i = 0; i < NELEMS * THREADS; i++; &A[i]) A[i] = i + 1;
    upc_barrier;
    upc_all_reduceL(&total, A, UPC_ADD, NELEMS * THREADS, BLK_SIZE, NULL, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    upc_barrier;
    CHECK_EQ(total, NELEMS * THREADS * (NELEMS * THREADS + 1) / 2);
    upc_all_prefix_reduceL(B, A, UPC_ADD, NELEMS * THREADS, BLK_SIZE, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (long i = 0; i < NELEMS * THREADS; i++) CHECK_EQ(B[i], (i + 1) * (i + 2) / 2);
    /* From the middle of a block on: thread and phase of the pointers count. */
    upc_barrier;
    upc_all_prefix_reduceL(&B[7], &A[7], UPC_ADD, NELEMS, BLK_SIZE, NULL, 0);
    for (long i = 0; i < NELEMS; i++) CHECK_EQ(B[7 + i], (i + 8) * (i + 9) / 2 - 28);
    /* Not a number: what the operator makes of it. */
    numbers[MYTHREAD] = MYTHREAD == 1 ? 0.0 / (numbers[MYTHREAD] * 0) : 1;
    upc_all_reduceD(&sum, numbers, UPC_ADD, THREADS, 1, NULL, 0);
    CHECK(sum != sum);
    PASS();
    return 0;
}
