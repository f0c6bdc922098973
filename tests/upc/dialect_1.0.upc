// flags: -fupc-dialect=1.0
// The short keywords of UPC 1.0 and of early compilers.
#include "check.h"

shared int a[10 * THREADS];

int main(void)
{
    int i;
    forall (i = 0; i < 10 * THREADS; i++; &a[i])
        a[i] = i;
    upc_lock_t *lock = upc_all_lock_alloc();
    upc_lock_init(lock);
    upc_lock(lock);
    upc_unlock(lock);
    fence;
    barrier 1;
    CHECK_EQ(a[(MYTHREAD + 1) % THREADS], (MYTHREAD + 1) % THREADS);
    barrier_notify 2;
    barrier_wait 2;
    PASS();
    return 0;
}
