// A request that is refused, as it asks for more than the limit, costs other threads nothing: what
// fits into the limit is granted beside it.
// launch: --shared-heap 128m
#include <stdio.h>
#include <upc.h>

#define BLOCK 100000
#define BLOCKS 900
strict shared int done[THREADS];
shared int failed[THREADS];

static int all_done(void) {
    for (int t = 1; t < THREADS; t++)
        if (!done[t]) return 0;
    return 1;
}

int main(void) {
    if (MYTHREAD == 0) {
        do {
            if (upc_global_alloc(THREADS, (size_t)200 << 20)) failed[0] = 1;
            if (upc_alloc((size_t)200 << 20)) failed[0] = 1;
        } while (!all_done());
    } else {
        for (int i = 0; i < BLOCKS; i++)
            failed[MYTHREAD] += upc_alloc(BLOCK) == NULL;
        done[MYTHREAD] = 1;
    }
    upc_barrier;
    if (failed[MYTHREAD]) printf("thread %d: %d wrong answers\n", MYTHREAD, failed[MYTHREAD]);
    upc_barrier;
    int bad = 0;
    for (int t = 0; t < THREADS; t++)
        bad |= failed[t];
    if (MYTHREAD == 0 && !bad) printf("pass\n");
    return bad != 0;
}
