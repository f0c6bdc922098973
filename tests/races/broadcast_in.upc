// upc_all_broadcast with IN_NOSYNC right behind the writing of its source.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared [] int from[4];
shared [4] int to[4 * THREADS];

int main(void)
{
    if (MYTHREAD == 0)
        from[1] = 5; // race
#ifdef RACY
    upc_all_broadcast(to, from, sizeof from, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); // race
#else
    upc_all_broadcast(to, from, sizeof from, UPC_IN_MYSYNC | UPC_OUT_ALLSYNC);
#endif
    return to[MYTHREAD * 4] < 0;
}
