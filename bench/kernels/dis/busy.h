/* Busy targets, for the stressmarks of walks. With busy=1 thread 0 goes all walks. The others
 * compute meanwhile and call nothing of the library. So what thread 0 wants of their memory finds
 * no thread of the program that polls. */
#ifndef BENCH_DIS_BUSY_H
#define BENCH_DIS_BUSY_H

#include <upc_relaxed.h>

#include "dis.h"

shared int busy_over_of[THREADS];
static volatile uint64_t busy_sum; /* so that the work is not left out */

/* Thread 0, once it has gone all walks. */
static void busy_end(void) {
    for (int t = 0; t < THREADS; t++)
        busy_over_of[t] = 1;
    upc_fence;
}

/* Another thread: its own word is read by a private pointer, which is no call. */
static void busy_compute(void) {
    const volatile int *const over = (const volatile int *)&busy_over_of[MYTHREAD];
    uint64_t sum = 0;
    while (!*over)
        sum = dis_mix(sum);
    busy_sum = sum;
}

static void busy_finish(void) {
    if (MYTHREAD == 0)
        busy_end();
    else
        busy_compute();
}

#endif
