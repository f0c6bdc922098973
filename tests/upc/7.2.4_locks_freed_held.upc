// 7.2.4: a lock may be freed while a thread holds it, by another one, too. A lock that lies at the
// same address later is free.
#include "check.h"

static void turn(int i, int locks)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    CHECK(lock != NULL);
    upc_barrier;
    if (MYTHREAD == i % THREADS) {
        if (locks)
            upc_lock(lock);
        else
            CHECK(upc_lock_attempt(lock));
    }
    upc_barrier;
    if (MYTHREAD == (i / 3 + 1) % THREADS) upc_lock_free(lock);
    upc_barrier;
}

int main(void)
{
    for (int i = 0; i < 12 * THREADS; i++) turn(i / 2, i % 2);
    static shared int count;
    upc_lock_t *last = upc_all_lock_alloc();
    for (int i = 0; i < 20; i++) {
        upc_lock(last);
        count += 1;
        upc_unlock(last);
    }
    upc_barrier;
    CHECK_EQ(count, 20 * THREADS);
    PASS();
    return 0;
}
