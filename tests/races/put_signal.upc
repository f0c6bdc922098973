// bupc_memput_signal: the data is read before the wait for its semaphore.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <bupc_extensions.h>

shared [4] int box[4 * THREADS];
bupc_sem_t *shared arrived[THREADS];

int main(void)
{
    int mine[4] = {1, 2, 3, 4}, seen = 0;
    const int to = (MYTHREAD + 1) % THREADS;
    arrived[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
    upc_barrier;
    bupc_memput_signal(&box[to * 4], mine, sizeof mine, arrived[to], 1); // race
#ifdef RACY
    seen = box[MYTHREAD * 4 + 2]; // race
    bupc_sem_wait(arrived[MYTHREAD]);
#else
    bupc_sem_wait(arrived[MYTHREAD]);
    seen = box[MYTHREAD * 4 + 2];
#endif
    return seen < 0;
}
