// A thread prepares what its neighbour gives to upc_all_exchange, with IN_MYSYNC only.
// threads: 3
// static: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared [THREADS] int from[THREADS * THREADS], to[THREADS * THREADS];

int main(void)
{
    from[(MYTHREAD + 1) % THREADS * THREADS] = MYTHREAD; // race
#ifdef RACY
    upc_all_exchange(to, from, sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // race
#else
    upc_all_exchange(to, from, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_MYSYNC);
#endif
    return to[MYTHREAD * THREADS] < 0;
}
