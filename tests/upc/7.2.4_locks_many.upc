// 7.2.4: locks come and go by the thousand; a lock makes what its former holder wrote visible.
#include "check.h"

shared [] int data[16];

int main(void)
{
    if (MYTHREAD == 0)
        for (int k = 0; k < 16; k++) data[k] = k;
    upc_barrier;
    for (int i = 0; i < 200; i++) {
        upc_lock_t *own[20];
        for (int k = 0; k < 20; k++) CHECK((own[k] = upc_global_lock_alloc()) != NULL);
        for (int k = 0; k < 20; k++) {
            upc_lock(own[k]);
            if (k == 19) break;
            CHECK_EQ(upc_lock_attempt(own[k + 1]), 1);
            upc_unlock(own[k + 1]);
        }
        for (int k = 0; k < 20; k++) upc_lock_free(own[k]);
    }
    for (int i = 0; i < 30; i++) {
        upc_lock_t *all = upc_all_lock_alloc();
        for (int r = 0; r < 10; r++) {
            upc_lock(all);
            const int v = data[0];
            for (int k = 1; k < 16; k++) CHECK_EQ(data[k], v + k);
            for (int k = 0; k < 16; k++) data[k] = v + 1 + k;
            upc_unlock(all);
        }
        upc_all_lock_free(all);
    }
    upc_barrier;
    CHECK_EQ(data[0], 300 * THREADS);
    PASS();
    return 0;
}
