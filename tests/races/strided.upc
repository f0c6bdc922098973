// A column is put into the neighbour's part while that is written.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <bupc_extensions.h>

shared [16] int a[16 * THREADS];

int main(void)
{
    int column[4] = {1, 2, 3, 4};
    a[MYTHREAD * 16 + 8] = 1; // race
#ifndef RACY
    upc_barrier;
#endif
    bupc_memput_fstrided(&a[(MYTHREAD + 1) % THREADS * 16], sizeof(int), 4 * sizeof(int), 4, column, sizeof column, sizeof column, 1); // race
    return 0;
}
