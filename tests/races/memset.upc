// One thread clears all parts while their owners begin to write.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared [8] int a[8 * THREADS];

int main(void)
{
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++)
            upc_memset(&a[t * 8], 0, 8 * sizeof(int)); // race
#ifndef RACY
    upc_barrier;
#endif
    a[MYTHREAD * 8 + 3] = MYTHREAD; // race
    return 0;
}
