// sanitize: not thread (the program races on purpose)
// Appendix B: message passing. Who sees the flag sees the data: with a strict flag and relaxed data, and all relaxed with fences.
#include <upc_relaxed.h>

#include "litmus.h"

shared [] int data[INSTANCES * STRIDE], flag[INSTANCES * STRIDE];
strict shared [] int ready[INSTANCES * STRIDE];

static void strict_flag(int round)
{
    for (int i = 0; i < INSTANCES; i++) {
        if (MYTHREAD == 0) {
            data[i * STRIDE] = round; // RW
            ready[i * STRIDE] = round; // SW
        } else if (MYTHREAD == 1) {
            const int seen = ready[i * STRIDE]; // SR
            const int value = data[i * STRIDE]; // RR
            litmus_outcome(seen == round && value != round, "strict flag", i);
        }
    }
}

static void fences(int round)
{
    for (int i = 0; i < INSTANCES; i++) {
        if (MYTHREAD == 0) {
            data[i * STRIDE] = round;
            upc_fence;
            flag[i * STRIDE] = round;
        } else if (MYTHREAD == 1) {
            const int seen = flag[i * STRIDE];
            upc_fence;
            litmus_outcome(seen == round && data[i * STRIDE] != round, "fences", i);
        }
    }
}

int main(void)
{
    if (THREADS >= 2)
        for (int round = 1; round <= ROUNDS; round++) {
            upc_barrier;
            litmus_jitter(round);
            strict_flag(2 * round);
            upc_barrier;
            litmus_jitter(round);
            fences(2 * round + 1);
        }
    PASS();
    return 0;
}
