// sanitize: not thread (it does not model fences)
// 6.6.1: upc_fence is a null strict access: with it, relaxed data is seen once a later relaxed flag
// is seen.
#include "check.h"

#define ROUNDS 300
shared [ROUNDS] int data[ROUNDS * THREADS];
shared [ROUNDS] int flag[ROUNDS * THREADS];

int main(void)
{
    // Thread 0 writes, all others wait for the flag and read.
    for (int i = 0; i < ROUNDS; i++) {
        if (MYTHREAD == 0) {
            data[i] = i * 3 + 1;
            upc_fence;
            flag[i] = 1;
        } else {
            while (!flag[i]) upc_fence;
            upc_fence;
            CHECK_EQ(data[i], i * 3 + 1);
        }
    }
    upc_fence;
    PASS();
    return 0;
}
