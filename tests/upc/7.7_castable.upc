// Castability (optional library): every thread reads and writes every other thread's objects through private pointers.
#include "check.h"
#include <upc_castable.h>

shared int statics[3 * THREADS];

static void exchange(shared int *base, int regions)
{
    for (int t = 0; t < THREADS; t++) {
        const upc_thread_info_t info = upc_thread_info(t);
        int *p = upc_cast(base + t);
        CHECK_EQ(info.guaranteedCastable & regions, regions);
        CHECK(p);
        if ((t + 1) % THREADS == MYTHREAD) *p = 100 + MYTHREAD;
    }
    upc_barrier;
    CHECK_EQ(base[MYTHREAD], 100 + (MYTHREAD + 1) % THREADS);
    CHECK((int *)(base + MYTHREAD) == upc_cast(base + MYTHREAD));
    upc_barrier;
}

int main(void)
{
    shared int *all = upc_all_alloc(THREADS, sizeof(int));
    exchange(statics, UPC_CASTABLE_STATIC);
    exchange(all, UPC_CASTABLE_ALL_ALLOC);
    CHECK(upc_cast(0) == 0);
    CHECK_EQ(upc_thread_info(0).probablyCastable, UPC_CASTABLE_ALL);
    CHECK_EQ(upc_thread_info(THREADS).guaranteedCastable, 0);
    CHECK_EQ(__UPC_CASTABLE__, 1);
    PASS();
    return 0;
}
