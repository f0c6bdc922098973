// A relaxed write is seen in the end although its thread goes on without any synchronisation and
// waits in a loop of its own: what the standard leaves open and programs rely on.
// sanitize: not thread (the program races on purpose)
#include "check.h"
#include <sched.h>

struct pair {
    long value, round;
};
relaxed shared struct pair mail[THREADS];

int main(void)
{
    relaxed shared struct pair *const to = &mail[(MYTHREAD + 1) % THREADS];
    upc_barrier;
    for (long round = 1; round <= 8; round++) {
        to->value = round * round;
        to->round = round;
        while (mail[MYTHREAD].round < round) sched_yield();
    }
    upc_barrier;
    CHECK_EQ(mail[MYTHREAD].value, 64);
    PASS();
    return 0;
}
