/* Prefix sums in three steps: the twin of prefix.upc. */
#include "../unseen.h"

#define BLOCK 1000

int n, blocks;
long *a;
long *total;

int end_of(int b)
{
    return (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
}

void prefix(void)
{
    int b, i;

#pragma omp parallel for DEALT(1) private(i)
    for (b = 0; b < blocks; b++) {
        for (i = b * BLOCK + 1; i < end_of(b); i++)
            a[i] += a[i - 1];
        total[b] = a[end_of(b) - 1];
    }
    for (b = 1; b < blocks; b++)
        total[b] += total[b - 1];
#pragma omp parallel for DEALT(1) private(i)
    for (b = 1; b < blocks; b++)
        for (i = b * BLOCK; i < end_of(b); i++)
            a[i] += total[b - 1];
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 6000000);
    blocks = (n + BLOCK - 1) / BLOCK;
    a = malloc(n * sizeof(long));
    total = malloc(blocks * sizeof(long));
    for (i = 0; i < n; i++)
        a[i] = i % 10 - 3;
    start = unseen_clock();
    prefix();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += a[i] % 1000;
    unseen_print("prefix", end - start, sum + a[n - 1]);
    return 0;
}
