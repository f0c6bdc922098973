// Vector addition: layouts and upc_forall.
//
// A shared array is dealt out to the threads in blocks, like cards: `shared [B] int a[n]` gives B
// elements to thread 0, the next B to thread 1 and so on, round and round. Without [B] the block is
// 1. The fourth part of upc_forall, the affinity, says who does an iteration: the thread that owns
// &c[i]. Below all three arrays have the same layout, so every access is to the thread's own
// memory; with different layouts the program would be just as right, only less local.
#include <stdio.h>
#include <upc.h>

#define PER_THREAD 1000

shared [10] int a[PER_THREAD * THREADS], b[PER_THREAD * THREADS], c[PER_THREAD * THREADS];

int main(void)
{
    const int n = PER_THREAD * THREADS;
    int mine = 0;

    upc_forall (int i = 0; i < n; i++; &a[i]) {
        a[i] = i;
        b[i] = 2 * i;
    }
    upc_barrier; // not needed while layouts agree; needed as soon as somebody changes one
    upc_forall (int i = 0; i < n; i++; &c[i]) {
        c[i] = a[i] + b[i];
        mine++;
    }
    upc_barrier;

    printf("thread %d added %d of %d elements\n", MYTHREAD, mine, n);
    if (MYTHREAD != 0) return 0;
    for (int i = 0; i < n; i++)
        if (c[i] != 3 * i) {
            printf("FAIL: c[%d] is %d, not %d (it lives with thread %d)\n", i, c[i], 3 * i, (int)upc_threadof(&c[i]));
            return 1;
        }
    printf("PASS: %d sums are right\n", n);
    return 0;
}
