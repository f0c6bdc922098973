// The neighbour's part is read between upc_notify and upc_wait.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int a[THREADS];

int main(void)
{
    int next = 0;
    a[MYTHREAD] = MYTHREAD; // race
    upc_notify;
#ifdef RACY
    next = a[(MYTHREAD + 1) % THREADS]; // race
#endif
    upc_wait;
#ifndef RACY
    next = a[(MYTHREAD + 1) % THREADS];
#endif
    return next < 0;
}
