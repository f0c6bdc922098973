// OUT_MYSYNC is about the own part; the neighbour's is read behind it.
// threads: 3
// static: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared [] int from[4 * THREADS];
shared [4] int to[4 * THREADS];

int main(void)
{
#ifdef RACY
    upc_all_scatter(to, from, 4 * sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_MYSYNC); // race
#else
    upc_all_scatter(to, from, 4 * sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
#endif
    return to[(MYTHREAD + 1) % THREADS * 4] < 0; // race
}
