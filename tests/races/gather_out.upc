// upc_all_gather with OUT_NOSYNC; its result is read at once.
// threads: 3
// static: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared [4] int from[4 * THREADS];
shared [] int to[4 * THREADS];

int main(void)
{
    int sum = 0;
    from[MYTHREAD * 4] = MYTHREAD;
    upc_barrier;
#ifdef RACY
    upc_all_gather(to, from, 4 * sizeof(int), UPC_IN_NOSYNC | UPC_OUT_NOSYNC); // race
#else
    upc_all_gather(to, from, 4 * sizeof(int), UPC_IN_NOSYNC | UPC_OUT_MYSYNC);
#endif
    if (MYTHREAD == 0)
        sum = to[4]; // race
    return sum < 0;
}
