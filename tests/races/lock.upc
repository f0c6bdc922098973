// A counter of all threads without a lock.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int count;
upc_lock_t *guard;

int main(void)
{
    guard = upc_all_lock_alloc();
#ifndef RACY
    upc_lock(guard);
#endif
    count++; // race
#ifndef RACY
    upc_unlock(guard);
#endif
    return 0;
}
