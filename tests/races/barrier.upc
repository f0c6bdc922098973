// No barrier between writing a part and reading the neighbour's.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int a[THREADS];

int main(void)
{
    a[MYTHREAD] = MYTHREAD; // race
#ifndef RACY
    upc_barrier;
#endif
    const int next = a[(MYTHREAD + 1) % THREADS]; // race
    return next < 0;
}
