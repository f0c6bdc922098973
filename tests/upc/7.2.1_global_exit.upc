// exit: 6
// 7.2.1: upc_global_exit ends all threads at once, also those that wait in a barrier or for a lock;
// what was printed appears.
#include "check.h"

int main(void)
{
    upc_lock_t *const lock = upc_all_lock_alloc();
    if (MYTHREAD == THREADS - 1) {
        upc_lock(lock);
        printf("pass"); // no newline, not flushed by us
        upc_barrier 1;
        putchar('\n');
        upc_global_exit(6);
    }
    upc_barrier 1;
    if (MYTHREAD == 0) upc_lock(lock); // never obtained
    else upc_barrier;
    return 1;
}
