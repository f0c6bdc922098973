// __real__ and __imag__ of shared complex objects are shared lvalues.
#include <stdio.h>
#include <upc.h>

shared double _Complex z[THREADS];
strict shared float _Complex s;

int main(void) {
    __real__ z[MYTHREAD] = MYTHREAD + 1;
    __imag__ z[MYTHREAD] = 2.0;
    __imag__ z[MYTHREAD] += 0.5;
    if (MYTHREAD == 0) {
        s = 0;
        __real__ s = 3;
    }
    upc_barrier;
    double sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += __real__ z[i] + __imag__ z[i];
    double *part = (double *)&__imag__ z[MYTHREAD];
    int ok = sum == THREADS * (THREADS + 1) / 2 + THREADS * 2.5 && __real__ s == 3 && *part == 2.5;
    upc_barrier;
    if (!ok)
        printf("thread %d: %g\n", MYTHREAD, sum);
    else if (MYTHREAD == 0)
        printf("pass\n");
    return !ok;
}
