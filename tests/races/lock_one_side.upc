// The writer takes the lock, the reader does not.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int count;
upc_lock_t *guard;

int main(void)
{
    int seen = 0;
    guard = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        upc_lock(guard);
        count = 7; // race
        upc_unlock(guard);
    } else {
#ifndef RACY
        upc_lock(guard);
#endif
        seen = count; // race
#ifndef RACY
        upc_unlock(guard);
#endif
    }
    return seen < 0;
}
