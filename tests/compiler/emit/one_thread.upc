// golden: pass one-thread: a version of each function in which shared arrays are contiguous.
// Small functions have it for others to call. What others may inline is not what the first version
// calls. Pointers of file scope are read in front of loops.
// flags: -O2 -fno-upc-passes -fupc-one-thread -fupc-nodes=one
#include <upc_relaxed.h>
shared [4] double a[4 * THREADS];
shared int cyclic[10 * THREADS];
int total;
shared long *numbers;
int at(int i) { return cyclic[i]; }
int next(int i) { return total + i; }
double sum(shared [4] double *p, int n) {
    double s = p[0];
    upc_forall (int i = 0; i < n; i++; &a[i])
        s += a[i] * p[i] + at(i);
    for (int i = 1; i < n; i++) numbers[i] += numbers[i - 1];
    total += THREADS;
    return p + 1 < &a[n] ? s : p - a + MYTHREAD + upc_threadof(p);
}
/* A condition stands before p[i]. The address of `own` is declared inside. */
long found(shared long *p, int n, long x) {
    long k = 0;
    for (int i = 0; i < n && k < x; i++) {
        shared int *own = &cyclic[i];
        if (p[i] > x) k += p[i] + *own;
    }
    return k;
}
/* p may change through q. */
long moved(shared long *p, int n) {
    long k = 0;
    for (int i = 0; i < n; i++) {
        shared long **q = &p;
        *q = *q + 1;
        k += p[i];
    }
    return k;
}
double twice(shared [4] double *p, int n) { return sum(p, n) + sum(p, next(n)); }
