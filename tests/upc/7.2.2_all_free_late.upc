// 7.2.2.5: memory stays valid until all threads have entered upc_all_free: who is early must not
// get it from upc_alloc while a late thread still reads it. Also upc_local_alloc, the old spelling
// of upc_alloc.
#include "check.h"
#include <unistd.h>

enum { N = 256 };

int main(void)
{
    for (int round = 0; round < 5; round++) {
        shared [N] int *block = upc_all_alloc(THREADS, N * sizeof(int));
        for (int i = 0; i < N; i++) block[MYTHREAD * N + i] = round * N + i;
        upc_barrier;
        if (MYTHREAD == THREADS - 1) {
            usleep(5000);
            for (int t = 0; t < THREADS; t++)
                for (int i = 0; i < N; i++) CHECK_EQ(block[t * N + i], round * N + i);
        }
        upc_all_free(block);
        shared [] int *next = upc_alloc(N * sizeof(int)), *old = upc_local_alloc(N, sizeof(int));
        CHECK(next && old && upc_threadof(next) == MYTHREAD && upc_threadof(old) == MYTHREAD);
        for (int i = 0; i < N; i++) next[i] = old[i] = -1;
        upc_barrier;
        upc_free(next);
        upc_free(old);
    }
    CHECK(upc_local_alloc(0, 8) == NULL);
    PASS();
    return 0;
}
