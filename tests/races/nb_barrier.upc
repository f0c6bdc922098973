// A barrier does not complete a non-blocking copy; its neighbour reads too early.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <upc_nb.h>

shared [8] int a[8 * THREADS];
int mine[8];

int main(void)
{
    int sum = 0;
    upc_handle_t put = upc_memput_nb(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine); // race
#ifdef RACY
    upc_barrier;
    sum = a[MYTHREAD * 8]; // race
    upc_sync(put);
#else
    upc_sync(put);
    upc_barrier;
    sum = a[MYTHREAD * 8];
#endif
    return sum < 0;
}
