// Prefix sums: total rainfall up to each day, by all threads at once, and barriers in two halves.
//
// Three steps: every thread sums its own block; the block sums are added up across the threads in
// log2(THREADS) rounds, in each of which a thread adds the value of the thread 1, 2, 4, ... places
// to its left; every thread runs through its block again. upc_notify says "I have come this far",
// upc_wait "I go on when all have": between the two there is time for work that needs nobody else.
#include <stdio.h>
#include <upc.h>

#define BLOCK 365

shared [BLOCK] int rain[BLOCK * THREADS];
shared [BLOCK] long total[BLOCK * THREADS];
shared long carry[2][THREADS]; // two rows: one is read while the other is written

int main(void)
{
    const int first = BLOCK * MYTHREAD;
    int *const day = (int *)&rain[first];
    long *const up_to = (long *)&total[first];
    long sum = 0;

    for (int i = 0; i < BLOCK; i++) sum += day[i] = (first + i) * 37 % 101;

    int now = 0;
    carry[now][MYTHREAD] = sum;
    upc_barrier;
    for (int step = 1; step < THREADS; step *= 2) {
        long here = carry[now][MYTHREAD];
        if (MYTHREAD >= step) here += carry[now][MYTHREAD - step];
        carry[1 - now][MYTHREAD] = here;
        now = 1 - now;
        upc_barrier step; // a number after upc_barrier is checked: all threads must have the same
    }

    upc_notify;
    long running = carry[now][MYTHREAD] - sum; // what all threads to the left have together
    for (int i = 0; i < BLOCK; i++) up_to[i] = running += day[i];
    upc_wait;  // nobody looks at `carry` any more
    upc_barrier; // everybody's `total` is complete

    if (MYTHREAD != 0) return 0;
    long expected = 0;
    for (int i = 0; i < BLOCK * THREADS; i++) {
        expected += i * 37 % 101;
        if (total[i] != expected) {
            printf("FAIL: day %d: %ld, not %ld\n", i, total[i], expected);
            return 1;
        }
    }
    printf("PASS: %d days, %ld mm of rain\n", BLOCK * THREADS, expected);
    return 0;
}
