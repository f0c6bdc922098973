// A main in UPC that calls C++, Fortran and a C library that is not made for threads. Shared data
// of one's own is ordinary memory to all of them.
#include <stdio.h>
#include <string.h>
#include <upc.h>

#define N 1000
shared [N] double values[N * THREADS];

void sort_values(double *first, int count);        // C++: sort_values.cc
double norm(int count, const double *x);           // Fortran: norm.f90
const char *next_name(void);                       // C, with static state: names.c

int main(void)
{
    double *mine = (double *)&values[N * MYTHREAD];
    int bad = 0;
    for (int i = 0; i < N; i++) mine[i] = (i * 7919 + MYTHREAD) % N;
    sort_values(mine, N);
    for (int i = 0; i < N; i++) bad += mine[i] != i;
    bad += norm(N, mine) != 332833500.0; // the sum of squares
    for (int i = 0; i <= MYTHREAD; i++) {
        char wanted[16];
        snprintf(wanted, sizeof wanted, "name%d", i + 1);
        bad += strcmp(next_name(), wanted) != 0; // with processes, each thread has the library to itself
    }
    upc_barrier;
    if (bad) printf("FAIL on thread %d\n", MYTHREAD);
    if (MYTHREAD == 0) printf("PASS: C++, Fortran and C called from %d threads\n", THREADS);
    return bad != 0;
}
