// The lock is given back before the last write.
// threads: 4
// static: 4
#include <upc.h>
#include <stdio.h>

shared int queue[4], used;
upc_lock_t *guard;

int main(void)
{
    guard = upc_all_lock_alloc();
    upc_lock(guard);
    const int place = used++ % 4;
#ifdef RACY
    upc_unlock(guard);
    queue[place % 1] = MYTHREAD; // race
#else
    queue[place % 1] = MYTHREAD;
    upc_unlock(guard);
#endif
    return 0;
}
