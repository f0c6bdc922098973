// 5.1.2: there is a barrier at program start (static initial values are there) and at the end (a
// slow thread is waited for).
#include "check.h"

shared int start[THREADS];
shared int last;

int main(void)
{
    for (int i = 0; i < THREADS; i++) CHECK_EQ(start[i], 0);
    upc_barrier;
    start[MYTHREAD] = 1;
    if (MYTHREAD == THREADS - 1) {
        for (volatile int i = 0; i < 3000000; i++) {}
        last = 1;
        puts("pass"); // although all others are long at the end of main
    }
    return 0;
}
