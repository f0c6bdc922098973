// upc_memput to the neighbour, who reads at once.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared [8] int a[8 * THREADS];

int main(void)
{
    int mine[8] = {0}, sum = 0;
    upc_memput(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine); // race
#ifndef RACY
    upc_barrier;
#endif
    for (int i = 0; i < 8; i++)
        sum += a[MYTHREAD * 8 + i]; // race
    return sum < 0;
}
