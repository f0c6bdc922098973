// Thread 0 adds up the parts before the others have written them.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared long part[THREADS];

int main(void)
{
    long mine = 0, all = 0;
    for (int i = 0; i < 100; i++)
        mine += i * MYTHREAD;
    part[MYTHREAD] = mine; // race
#ifndef RACY
    upc_barrier;
#endif
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++)
            all += part[t]; // race
    return all < 0;
}
