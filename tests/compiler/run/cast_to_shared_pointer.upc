// Casts to the type of a shared pointer, as programs write them before upc_alloc: the last 'shared'
// changes nothing.
#include "../../upc/check.h"
#include <upc.h>

shared[] double *shared rows[THREADS];
shared[2] int *shared pairs;

int main(void)
{
    rows[MYTHREAD] = (shared[] double *shared)upc_alloc(4 * sizeof(double));
    if (MYTHREAD == 0) pairs = (shared[2] int *shared)upc_global_alloc(THREADS, 2 * sizeof(int));
    upc_barrier;
    CHECK_EQ(upc_threadof(rows[MYTHREAD]), MYTHREAD);
    double *own = (double *)(shared[] double *shared)rows[MYTHREAD];
    for (int i = 0; i < 4; i++) own[i] = 10 * MYTHREAD + i;
    ((shared[2] int *shared)pairs)[2 * MYTHREAD + 1] = MYTHREAD;
    upc_barrier;
    const int next = (MYTHREAD + 1) % THREADS;
    CHECK(rows[next][3] == 10 * next + 3);
    CHECK_EQ(pairs[2 * next + 1], next);
    CHECK_EQ(upc_phaseof((shared[2] int *shared)pairs + 1), 1);
    PASS();
    return 0;
}
