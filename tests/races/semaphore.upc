// The consumer does not wait for the semaphore.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <bupc_extensions.h>

shared int data;
bupc_sem_t *shared ready;

int main(void)
{
    int seen = 0;
    if (MYTHREAD == 0)
        ready = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
    upc_barrier;
    bupc_sem_t *sem = ready;
    if (MYTHREAD == 0) {
        data = 3; // race
        bupc_sem_post(sem);
    } else {
#ifndef RACY
        bupc_sem_wait(sem);
#endif
        seen = data; // race
    }
    return seen < 0;
}
