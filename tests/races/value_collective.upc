// bupc_allv_reduce is a barrier for what was done before it, not for what comes behind.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <bupc_collectivev.h>

shared int a[THREADS];

int main(void)
{
    a[MYTHREAD] = MYTHREAD;
#ifdef RACY
    const int sum = bupc_allv_reduce_all(int, MYTHREAD, UPC_ADD);
    a[MYTHREAD] = sum; // race
#else
    a[MYTHREAD] = -1;
    const int sum = bupc_allv_reduce_all(int, MYTHREAD, UPC_ADD);
#endif
    return a[(MYTHREAD + 1) % THREADS] + sum == -7; // race
}
