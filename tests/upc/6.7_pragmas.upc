// 6.7.1: `#pragma upc strict` and `relaxed`, at file scope and in compound statements; they compile
// everywhere they may stand.
#include "check.h"
#include <upc_strict.h>
#include <upc_relaxed.h>

shared int a[THREADS];
#pragma upc strict
shared int b[THREADS];

static void strictly(int i)
{
    a[i] = b[i] + 1;
    {
#pragma upc relaxed
        b[i] = 5;
        {
#pragma upc strict
            b[i]++;
        }
        b[i] += 2;
    }
    a[i]++;
}

#pragma upc relaxed
static void loosely(int i)
{
#pragma upc strict
    a[i] += 10;
}

int main(void)
{
    {
#pragma upc strict
        int local = 3;
        b[MYTHREAD] = local;
    }
    strictly(MYTHREAD);
    loosely(MYTHREAD);
    {
        _Pragma("upc strict") a[MYTHREAD]++;
    }
    upc_barrier;
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(b[i], 8);
        CHECK_EQ(a[i], 16);
    }
    PASS();
    return 0;
}
