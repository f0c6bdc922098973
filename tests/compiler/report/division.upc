// Accesses that find the thread of an element by a division, and atomic operations in place.
// flags: -O1 -fno-upc-passes -fupc-division -fupc-atomics
#include <upc_relaxed.h>
#include <upc_atomic.h>
shared int cyclic[64 * THREADS];
shared [4] double blocks[64 * THREADS];
shared [] long whole[64];
int number(int);
double f(shared int *p, shared [4] double *q, shared [] long *w, upc_atomicdomain_t *d, int n) {
    // report: 11: [division] done: by THREADS as a multiplication
    double sum = cyclic[n];
    // report: 13: [division] done: by THREADS as a multiplication
    sum += blocks[n] + whole[n] + w[n] + *p;
    // report: 15: [division] done: by THREADS as a multiplication
    p += n;
    // report: 17: [division] done: by THREADS as a multiplication
    sum += *(q - n);
    // report: 19: [division] done: by THREADS as a multiplication
    upc_forall (int i = 0; i < n; i++; number(i)) sum += i;
    int old;
    // report: 22: [atomics] done: upc_atomic_relaxed in place
    upc_atomic_relaxed(d, &old, UPC_ADD, p, &n, 0);
    // report: 24: [division] done: none by THREADS: what MYTHREAD names is the thread's own
    cyclic[MYTHREAD] = n;
    return sum + old;
}
