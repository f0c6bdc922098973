// The source of upc_all_prefix_reduceL is changed behind OUT_NOSYNC.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared [4] long values[4 * THREADS], sums[4 * THREADS];

int main(void)
{
#ifdef RACY
    upc_all_prefix_reduceL(sums, values, UPC_ADD, 4 * THREADS, 4, NULL, UPC_IN_ALLSYNC | UPC_OUT_NOSYNC); // race
#else
    upc_all_prefix_reduceL(sums, values, UPC_ADD, 4 * THREADS, 4, NULL, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC);
#endif
    values[MYTHREAD * 4 + 1] = 3; // race
    return 0;
}
