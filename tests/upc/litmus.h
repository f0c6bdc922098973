// Litmus tests: many instances of a small race, each on lines of its own, that all threads run through in step. A forbidden outcome
// of one instance fails the test. Threads the race does not need only join the barriers.
//
// Vocabulary of Appendix B: SW, SR strict write and read; RW, RR relaxed ones. Cell i of a variable is x[i * STRIDE].
#ifndef LITMUS_H
#define LITMUS_H

#include "check.h"

// Few instances between two barriers: the threads stay in step, which is what makes outcomes of races appear.
enum { STRIDE = 16, INSTANCES = 64, ROUNDS = 192 };

// A short pause that differs between threads and rounds, so that their paths cross at different points.
static inline void litmus_jitter(int round)
{
    volatile int n = (MYTHREAD * 7 + round * 5) % 13;
    while (n > 0) n--;
}

static inline void litmus_outcome(int forbidden, const char *name, int instance)
{
    if (!forbidden) return;
    fprintf(stderr, "thread %d of %d: %s: forbidden outcome in instance %d\n", (int)MYTHREAD, (int)THREADS, name, instance);
    fflush(stderr);
    upc_global_exit(1);
}

#endif
