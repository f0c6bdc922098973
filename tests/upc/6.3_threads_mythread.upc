// 6.3: THREADS and MYTHREAD are values of type int, the same and unique over the threads;
// UPC_MAX_BLOCK_SIZE is usable in #if.
#include "check.h"

#if UPC_MAX_BLOCK_SIZE < 65535
#error "UPC_MAX_BLOCK_SIZE is not a usable number"
#endif
#if defined(__UPC_DYNAMIC_THREADS__) == defined(__UPC_STATIC_THREADS__)
#error "exactly one threads environment"
#endif

shared int seen[THREADS];

static int through_call(int n) { return n; }

int main(void)
{
    CHECK(_Generic(THREADS, int: 1, default: 0));
    CHECK(_Generic(MYTHREAD, int: 1, default: 0));
    CHECK(THREADS >= 1 && MYTHREAD >= 0 && MYTHREAD < THREADS);
    CHECK(-1 < THREADS && -1 < MYTHREAD);
    CHECK_EQ(sizeof(THREADS), sizeof(int));
    seen[MYTHREAD] += 1;
    upc_barrier;
    for (int i = 0; i < THREADS; i++) CHECK_EQ(seen[i], 1);

    const int n = THREADS, me = MYTHREAD;
    CHECK_EQ(through_call(THREADS * 10 + MYTHREAD), n * 10 + me);
    CHECK_EQ((THREADS - 1) - MYTHREAD, n - 1 - me);
    double half = THREADS / 2.0;
    CHECK(half * 2 == n);
    int local[n];
    for (int i = 0; i < THREADS; i++) local[i] = i == MYTHREAD ? THREADS : 0;
    CHECK_EQ(local[MYTHREAD], THREADS);
    long long big = UPC_MAX_BLOCK_SIZE;
    CHECK(big >= 65535);
    PASS();
    return 0;
}
