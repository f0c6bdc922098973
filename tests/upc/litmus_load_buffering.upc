// sanitize: not thread (the program races on purpose)
// Appendix B: load buffering. Two threads that each read one variable and then write the other cannot both read what the other
// writes afterwards: all strict, and relaxed with fences.
#include <upc_relaxed.h>

#include "litmus.h"

shared [] int x[INSTANCES * STRIDE], y[INSTANCES * STRIDE];
shared [] int seen[2][INSTANCES];

static void all_strict(int round)
{
    strict shared [] int *read = MYTHREAD ? (strict shared [] int *)y : (strict shared [] int *)x;
    strict shared [] int *written = MYTHREAD ? (strict shared [] int *)x : (strict shared [] int *)y;
    for (int i = 0; i < INSTANCES; i++) {
        const int value = read[i * STRIDE]; // SR
        written[i * STRIDE] = round; // SW
        seen[MYTHREAD][i] = value;
    }
}

static void fences(int round)
{
    shared [] int *read = MYTHREAD ? y : x;
    shared [] int *written = MYTHREAD ? x : y;
    for (int i = 0; i < INSTANCES; i++) {
        const int value = read[i * STRIDE];
        upc_fence;
        written[i * STRIDE] = round;
        seen[MYTHREAD][i] = value;
    }
}

static void run(void (*body)(int), const char *name, int round)
{
    upc_barrier;
    litmus_jitter(round);
    if (MYTHREAD < 2) body(round);
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < INSTANCES; i++) litmus_outcome(seen[0][i] == round && seen[1][i] == round, name, i);
}

int main(void)
{
    if (THREADS >= 2)
        for (int round = 1; round <= ROUNDS; round++) {
            run(all_strict, "all strict", 2 * round);
            run(fences, "fences", 2 * round + 1);
        }
    PASS();
    return 0;
}
