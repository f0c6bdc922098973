// sanitize: not thread (the program races on purpose)
// Appendix B: store buffering. Of two threads that each write one variable and then read the other's, one must see the other's
// write: all strict; relaxed with fences; and RW SR against SW RR, where a strict read must not pass the relaxed write before it.
#include <upc_relaxed.h>

#include "litmus.h"

shared [] int x[INSTANCES * STRIDE], y[INSTANCES * STRIDE];
shared [] int seen[2][INSTANCES];

static void all_strict(int round)
{
    strict shared [] int *mine = MYTHREAD ? (strict shared [] int *)y : (strict shared [] int *)x;
    strict shared [] int *other = MYTHREAD ? (strict shared [] int *)x : (strict shared [] int *)y;
    for (int i = 0; i < INSTANCES; i++) {
        int value;
        mine[i * STRIDE] = round; // SW
        value = other[i * STRIDE]; // SR
        seen[MYTHREAD][i] = value;
    }
}

static void fences(int round)
{
    shared [] int *mine = MYTHREAD ? y : x;
    shared [] int *other = MYTHREAD ? x : y;
    for (int i = 0; i < INSTANCES; i++) {
        mine[i * STRIDE] = round;
        upc_fence;
        seen[MYTHREAD][i] = other[i * STRIDE];
    }
}

static void mixed(int round)
{
    strict shared [] int *strict_y = (strict shared [] int *)y;
    for (int i = 0; i < INSTANCES; i++) {
        if (MYTHREAD == 0) {
            x[i * STRIDE] = round; // RW
            seen[0][i] = strict_y[i * STRIDE]; // SR
        } else {
            strict_y[i * STRIDE] = round; // SW
            seen[1][i] = x[i * STRIDE]; // RR
        }
    }
}

static void run(void (*body)(int), const char *name, int round)
{
    upc_barrier;
    litmus_jitter(round);
    if (MYTHREAD < 2) body(round);
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < INSTANCES; i++) litmus_outcome(seen[0][i] != round && seen[1][i] != round, name, i);
}

int main(void)
{
    if (THREADS >= 2)
        for (int round = 1; round <= ROUNDS; round++) {
            run(all_strict, "all strict", 3 * round);
            run(fences, "fences", 3 * round + 1);
            run(mixed, "relaxed write before strict read", 3 * round + 2);
        }
    PASS();
    return 0;
}
