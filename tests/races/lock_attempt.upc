// The result of upc_lock_attempt is not looked at.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <unistd.h>

shared int count;
upc_lock_t *guard;

int main(void)
{
    guard = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        upc_lock(guard);
    upc_barrier;
    if (MYTHREAD == 0) {
        count = 1; // race
#ifndef RACY
        upc_unlock(guard);
#endif
    } else {
#ifdef RACY
        upc_lock_attempt(guard);
        usleep(300000); // two accesses in the same instant may be missed
        count = 2; // race
#else
        while (!upc_lock_attempt(guard))
            ;
        count = 2;
        upc_unlock(guard);
#endif
    }
    return 0;
}
