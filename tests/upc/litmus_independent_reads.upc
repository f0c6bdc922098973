// Appendix B: independent reads of independent writes. Two threads that read two variables in opposite order agree on which of
// the two writes (of two other threads) came first, since all threads agree on one order of strict operations.
// threads: 4 7
#include <upc_strict.h>

#include "litmus.h"

shared [] int x[INSTANCES * STRIDE], y[INSTANCES * STRIDE];
shared [] int first[2][INSTANCES], second[2][INSTANCES];

static void race(int round)
{
    for (int i = 0; i < INSTANCES; i++) {
        if (MYTHREAD == 0) x[i * STRIDE] = round;
        if (MYTHREAD == 1) y[i * STRIDE] = round;
        if (MYTHREAD == 2) {
            const int a = x[i * STRIDE], b = y[i * STRIDE];
            first[0][i] = a;
            second[0][i] = b;
        }
        if (MYTHREAD == 3) {
            const int a = y[i * STRIDE], b = x[i * STRIDE];
            first[1][i] = a;
            second[1][i] = b;
        }
    }
}

int main(void)
{
    for (int round = 1; round <= ROUNDS; round++) {
        upc_barrier;
        litmus_jitter(round);
        race(round);
        upc_barrier;
        if (MYTHREAD == 0)
            for (int i = 0; i < INSTANCES; i++)
                litmus_outcome(first[0][i] == round && second[0][i] != round && first[1][i] == round && second[1][i] != round,
                               "readers disagree", i);
    }
    PASS();
    return 0;
}
