// golden: pass induction-variables: spans that follow variables, which are stepped anywhere.
// flags: -O2 -fno-upc-passes -fupc-induction-variables -fupc-nodes=one
#include <upc_relaxed.h>
shared [64] double from[64 * THREADS];
shared int cyclic[THREADS];
int f(shared [64] double *to, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (from[i] > 0) to[k++] = i;
    return k;
}
int g(long k, int until) {
    while (cyclic[k] != until) k += 2;
    return (int)k;
}
