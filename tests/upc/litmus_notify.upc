// sanitize: not thread (the program races on purpose)
// Appendix B, example 12: RW(x,1) upc_notify RR(y,0) against RW(y,1) upc_notify RR(x,0), read before upc_wait. The two
// upc_notify are ordered by all threads alike, so one of the reads must return 1.
#include <upc_relaxed.h>

#include "litmus.h"

enum { CELLS = 1024 };

shared [] int x[CELLS * STRIDE], y[CELLS * STRIDE];
shared [] int seen[2];

int main(void)
{
    shared [] int *mine = MYTHREAD ? y : x;
    shared [] int *other = MYTHREAD ? x : y;
    for (int i = 0; i < CELLS; i++) {
        int value = 1;
        if (MYTHREAD < 2) mine[i * STRIDE] = 1;
        upc_notify;
        if (MYTHREAD < 2) value = other[i * STRIDE];
        upc_wait;
        if (MYTHREAD < 2) seen[MYTHREAD] = value;
        upc_barrier;
        if (MYTHREAD == 0 && THREADS >= 2) litmus_outcome(seen[0] == 0 && seen[1] == 0, "notify", i);
        upc_barrier;
    }
    PASS();
    return 0;
}
