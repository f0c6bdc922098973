/* Prefix sums in three steps: within each block, over the totals of blocks, and the sum of all
 * earlier blocks added to each block. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 1000

int n, blocks;
shared [BLOCK] long *a;
shared long *total;

int end_of(int b)
{
    return (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
}

void prefix(void)
{
    int b, i;

    upc_forall (b = 0; b < blocks; b++; b) {
        for (i = b * BLOCK + 1; i < end_of(b); i++)
            a[i] += a[i - 1];
        total[b] = a[end_of(b) - 1];
    }
    upc_barrier;
    if (MYTHREAD == 0)
        for (b = 1; b < blocks; b++)
            total[b] += total[b - 1];
    upc_barrier;
    upc_forall (b = 1; b < blocks; b++; b)
        for (i = b * BLOCK; i < end_of(b); i++)
            a[i] += total[b - 1];
    upc_barrier;
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 6000000);
    blocks = (n + BLOCK - 1) / BLOCK;
    a = upc_all_alloc(blocks, BLOCK * sizeof(long));
    total = upc_all_alloc(blocks, sizeof(long));
    upc_forall (i = 0; i < n; i++; &a[i])
        a[i] = i % 10 - 3;
    upc_barrier;
    start = unseen_clock();
    prefix();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += a[i] % 1000;
        unseen_print("prefix", end - start, sum + a[n - 1]);
    }
    return 0;
}
