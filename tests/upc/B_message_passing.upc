// Appendix B: message passing: relaxed data before a strict flag is seen by whoever sees the flag;
// the other way the data is not overwritten before the strict answer was seen. Two threads of the
// job, the last one and the first.
#include "check.h"

strict shared int ball;   // number of the thread's turn
shared [] int data[64];   // relaxed
shared [64] int away[64 * THREADS];

int main(void)
{
    const int first = 0, second = THREADS - 1, rounds = often(2000, 40);
    if (THREADS > 1 && (MYTHREAD == first || MYTHREAD == second)) {
        const int odd = MYTHREAD == second;
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == odd) {
                while (ball != round) {}
                for (int k = 0; k < 64; k++) {
                    if (round > 0) CHECK_EQ(data[k], round - 1 + k);
                    if (round > 0) CHECK_EQ(away[64 * second + k], round - 1 - k);
                    data[k] = round + k;
                    away[64 * second + k] = round - k;
                }
                ball = round + 1;
            }
        }
    }
    PASS();
    return 0;
}
