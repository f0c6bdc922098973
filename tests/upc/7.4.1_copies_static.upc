// static: 3
// Collective copies (7.4.1) with a static THREADS, on static arrays too.
#include "collective_copies.h"

#define N 10

shared [] int one[N * THREADS];
shared [N] int each[N * THREADS];
shared [N * THREADS] int square[THREADS][N * THREADS];

/* The examples of the standard. */
static void examples(void)
{
    upc_forall (int i = 0; i < N * THREADS; i++; &one[i]) one[i] = i * i;
    upc_all_scatter(each, one, sizeof(int) * N, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int i = 0; i < N * THREADS; i++) CHECK_EQ(each[i], i * i);
    upc_barrier;
    upc_all_gather_all(square, each, sizeof(int) * N, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N * THREADS; i++) CHECK_EQ(square[t][i], i * i);
    upc_barrier;
    upc_all_broadcast(each, &one[7], sizeof(int) * 2, 0);
    for (int t = 0; t < THREADS; t++) CHECK(each[t * N] == 49 && each[t * N + 1] == 64 && each[t * N + 2] == (t * N + 2) * (t * N + 2));
    upc_barrier;
    upc_all_gather(one, each, sizeof(int) * N, 0);
    for (int i = 0; i < N * THREADS; i++) CHECK_EQ(one[i], each[i]);
    upc_barrier;
}

int main(void)
{
    run_all();
    examples();
    PASS();
    return 0;
}
