// 6.6.1: barriers separate: what is written before is read behind, in every form of the statement,
// many times; expressions are evaluated once, and may be of any type that can be assigned to int.
#include "check.h"

shared int value[THREADS];
shared int sum;
static int evaluated;

static int number(int n)
{
    evaluated++;
    return n;
}

static void verify(int round)
{
    for (int i = 0; i < THREADS; i++) CHECK_EQ(value[i], round * 1000 + i);
}

int main(void)
{
    int round = 0;
    for (int i = 0; i < 200; i++) {
        value[MYTHREAD] = ++round * 1000 + MYTHREAD;
        switch (i % 8) {
        case 0: upc_barrier; break;
        case 1: upc_barrier 5; break;
        case 2: upc_barrier(round); break;
        case 3: upc_notify; upc_wait; break;
        case 4: upc_notify round + 7; upc_wait round + 7; break;
        case 5: {
            upc_notify 3;
            upc_wait;
        } break;
        case 6:
            if (MYTHREAD % 2) upc_barrier 9;
            else upc_barrier;
            break;
        default: upc_notify; upc_wait 17; // no thread gave upc_notify a value, so none is compared
        }
        verify(round);
        upc_barrier round;
    }
    upc_barrier number(4);
    CHECK_EQ(evaluated, 1);
    upc_notify number(-1);
    upc_wait number(-1);
    CHECK_EQ(evaluated, 3);
    upc_barrier 2.9;       // converted to int
    upc_barrier 1u << 31;
    upc_barrier(char)3;
    upc_barrier THREADS;
    upc_barrier 0;
    upc_barrier -2147483647 - 1;
    upc_barrier 2147483647;
    if (1) upc_barrier;
    else upc_barrier;
    do upc_barrier;
    while (0);
    upc_barrier;
    PASS();
    return 0;
}
