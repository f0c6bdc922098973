// Jacobi with one barrier too few: the old values are overwritten while neighbours read them.
// threads: 3
#include <upc.h>
#include <stdio.h>

#define N 16

shared [N] double old[N * THREADS], new[N * THREADS];

int main(void)
{
    upc_forall (int i = 0; i < N * THREADS; i++; &old[i])
        old[i] = i;
    upc_barrier;
    upc_forall (int i = 1; i < N * THREADS - 1; i++; &new[i])
        new[i] = (old[i - 1] + old[i + 1]) / 2; // race
#ifndef RACY
    upc_barrier;
#endif
    upc_forall (int i = 1; i < N * THREADS - 1; i++; &old[i])
        old[i] = new[i]; // race
    return 0;
}
