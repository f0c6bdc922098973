// 6.5.2: large shared arrays: 64 MB a thread, far apart elements, block sizes of a million; memory
// that nobody touches costs nothing.
#include "check.h"

#define MILLION 1000000
shared [MILLION] int blocks[8 * MILLION * THREADS];
shared double cyclic[4 * MILLION * THREADS];
shared [] char heap[100 * MILLION];

int main(void)
{
    const long n = 8l * MILLION * THREADS;
    for (long i = MYTHREAD * 12345l; i < n; i += 98765l * THREADS) {
        CHECK_EQ(upc_threadof(&blocks[i]), i / MILLION % THREADS);
        CHECK_EQ(upc_phaseof(&blocks[i]), i % MILLION);
        blocks[i] = (int)(i % 1000003);
    }
    for (long i = MYTHREAD; i < 4l * MILLION * THREADS; i += 77777l * THREADS) cyclic[i] = (double)i;
    if (MYTHREAD == 0) {
        heap[100 * MILLION - 1] = 1;
        heap[0] = 2;
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        for (long i = t * 12345l; i < n; i += 98765l * THREADS) CHECK_EQ(blocks[i], i % 1000003);
        for (long i = t; i < 4l * MILLION * THREADS; i += 77777l * THREADS) CHECK(cyclic[i] == (double)i);
    }
    CHECK_EQ(heap[100 * MILLION - 1] + heap[0] + heap[50 * MILLION], 3);
    PASS();
    return 0;
}
