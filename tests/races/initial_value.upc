// One thread sets a scalar, and the others use it at once.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared double step;

int main(void)
{
    if (MYTHREAD == 0)
        step = 0.5; // race
#ifndef RACY
    upc_barrier;
#endif
    return step < 0; // race
}
