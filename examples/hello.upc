// Hello: the smallest UPC program that does something together.
//
// Every thread runs main. THREADS says how many there are, MYTHREAD which one this is. What follows
// `shared` is seen by all threads; everything else is private, one copy a thread. upc_barrier waits
// until all threads have come to it.
//
//   upcc hello.upc -o hello
//   upcrun -n 4 ./hello
#include <stdio.h>
#include <upc.h>

shared int greeted[THREADS]; // element i lives with thread i

int main(void)
{
    printf("hello from thread %d of %d\n", MYTHREAD, THREADS);
    greeted[MYTHREAD] = 1;
    upc_barrier;

    if (MYTHREAD != 0) return 0;
    int sum = 0;
    for (int i = 0; i < THREADS; i++) sum += greeted[i]; // reads what the other threads wrote
    if (sum != THREADS) {
        printf("FAIL: %d of %d threads greeted\n", sum, THREADS);
        return 1;
    }
    printf("PASS: all %d threads greeted\n", sum);
    return 0;
}
