// upc_memget of what the neighbour is writing.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared [8] int a[8 * THREADS];

int main(void)
{
    int theirs[8];
    for (int i = 0; i < 8; i++)
        a[MYTHREAD * 8 + i] = i; // race
#ifndef RACY
    upc_barrier;
#endif
    upc_memget(theirs, &a[(MYTHREAD + 1) % THREADS * 8], sizeof theirs); // race
    return theirs[0] < 0;
}
