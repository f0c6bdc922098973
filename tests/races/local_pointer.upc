// The own part is changed through a private pointer while others read it.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared [4] int a[4 * THREADS];

int main(void)
{
    int *mine = (int *)&a[MYTHREAD * 4];
    mine[1] = 1; // race
#ifndef RACY
    upc_barrier;
#endif
    return a[(MYTHREAD + 1) % THREADS * 4 + 1] < 0; // race
}
