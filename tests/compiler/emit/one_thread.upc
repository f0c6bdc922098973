// golden: pass one-thread: a version of each function in which shared arrays are contiguous. Small functions have it for others to call.
// flags: -O2 -fno-upc-passes -fupc-one-thread -fupc-nodes=one
#include <upc_relaxed.h>
shared [4] double a[4 * THREADS];
shared int cyclic[10 * THREADS];
int total;
int at(int i) { return cyclic[i]; }
double sum(shared [4] double *p, int n) {
    double s = p[0];
    upc_forall (int i = 0; i < n; i++; &a[i])
        s += a[i] * p[i] + at(i);
    total += THREADS;
    return p + 1 < &a[n] ? s : p - a + MYTHREAD + upc_threadof(p);
}
