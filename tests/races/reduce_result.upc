// The sum of upc_all_reduceI is read by all behind OUT_MYSYNC.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_collective.h>

shared int values[4 * THREADS];
shared int sum;

int main(void)
{
    upc_forall (int i = 0; i < 4 * THREADS; i++; &values[i])
        values[i] = i;
#ifdef RACY
    upc_all_reduceI(&sum, values, UPC_ADD, 4 * THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC); // race
#else
    upc_all_reduceI(&sum, values, UPC_ADD, 4 * THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
#endif
    return sum < 0; // race
}
