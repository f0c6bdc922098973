// 6.6.1: between upc_notify and upc_wait a thread goes on working; nobody passes upc_wait before
// all have notified.
#include "check.h"

strict shared int arrived[THREADS];
shared int data[THREADS];

static long work(int n)
{
    volatile long x = 0;
    for (int i = 0; i < n; i++) x += i;
    return x;
}

int main(void)
{
    for (int round = 1; round <= 100; round++) {
        data[MYTHREAD] = round + MYTHREAD;
        arrived[MYTHREAD] = round;
        upc_notify round;
        work((MYTHREAD * 37 + round * 11) % 5 * 200); // private work of uneven length
        CHECK_EQ(arrived[MYTHREAD], round);
        upc_wait round;
        for (int i = 0; i < THREADS; i++) {
            CHECK_EQ(arrived[i], round);
            CHECK_EQ(data[i] - i, round);
        }
        upc_notify;
        upc_wait;
    }
    PASS();
    return 0;
}
