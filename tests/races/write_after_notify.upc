// The own part is written again between upc_notify and upc_wait; who has waited reads it.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int a[THREADS];

int main(void)
{
    a[MYTHREAD] = MYTHREAD;
#ifdef RACY
    upc_notify;
    a[MYTHREAD] = -1; // race
    upc_wait;
#else
    a[MYTHREAD] = -1;
    upc_notify;
    upc_wait;
#endif
    return a[(MYTHREAD + 1) % THREADS] > 0; // race
}
