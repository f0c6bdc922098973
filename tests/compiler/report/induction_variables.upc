// flags: -O2 -fno-upc-passes -fupc-induction-variables
// report: 13: [induction-variables] done: 1 reference in spans that follow 1 variable; as in C where an array is one span
#include <upc_relaxed.h>
shared [64] double from[64 * THREADS];

int f(shared [64] double *to, int n) {
    int k = 0;
    /*
     *
     *
     *
     */
    for (int i = 0; i < n; i++)
        if (from[i] > 0) to[k++] = i;
    return k;
}
