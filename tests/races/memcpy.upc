// All threads upc_memcpy to the same place.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared [8] int from[8 * THREADS], to[8 * THREADS];

int main(void)
{
#ifdef RACY
    upc_memcpy(&to[0], &from[MYTHREAD * 8], 8 * sizeof(int)); // race
#else
    upc_memcpy(&to[MYTHREAD * 8], &from[MYTHREAD * 8], 8 * sizeof(int));
#endif
    return 0;
}
