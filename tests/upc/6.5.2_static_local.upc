// 6.5.2: shared objects of static storage in functions and blocks, extern declarations inside
// functions, the same name in several places.
#include "check.h"

static void bump(void)
{
    static shared int counts[THREADS];
    counts[MYTHREAD]++;
    upc_barrier;
    int sum = 0;
    for (int i = 0; i < THREADS; i++) sum += counts[i];
    CHECK_EQ(sum % THREADS, 0);
    upc_barrier;
}

static shared int *place(void)
{
    static shared [3] int counts[3 * THREADS]; // not the one above
    return (shared int *)&counts[3 * MYTHREAD];
}

static shared int *other_place(void)
{
    static shared int counts;
    return &counts;
}

shared int outside[THREADS];
static int read_outside(int i)
{
    extern shared int outside[THREADS];
    return outside[i];
}

int main(void)
{
    for (int i = 0; i < 5; i++) bump();
    *place() = 9;
    CHECK_EQ(*place(), 9);
    CHECK_EQ(upc_threadof(place()), MYTHREAD);
    CHECK_EQ(upc_threadof(other_place()), 0);
    CHECK_EQ(*other_place(), 0);
    {
        static shared [] long outside[4]; // hides the outer one
        if (MYTHREAD == 0) outside[3] = 33;
        upc_barrier;
        CHECK_EQ(outside[3], 33);
        CHECK_EQ(sizeof outside, 4 * sizeof(long));
    }
    outside[MYTHREAD] = MYTHREAD;
    upc_barrier;
    for (int i = 0; i < THREADS; i++) CHECK_EQ(read_outside(i), i);
    for (int round = 0; round < 2; round++) {
        static shared int inner[THREADS];
        CHECK_EQ(inner[MYTHREAD], round);
        inner[MYTHREAD]++;
    }
    PASS();
    return 0;
}
