// Each thread takes a lock of its own for data of all.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int count;
upc_lock_t *guard;

int main(void)
{
#ifdef RACY
    guard = upc_global_lock_alloc();
#else
    guard = upc_all_lock_alloc();
#endif
    upc_lock(guard);
    count += 1; // race
    upc_unlock(guard);
    return 0;
}
