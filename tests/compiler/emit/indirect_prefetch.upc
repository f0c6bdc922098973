// golden: pass indirect-prefetch: elements in any order are read through a translation cache.
// flags: -O2 -fno-upc-passes -fupc-indirect-prefetch
#include <upc_relaxed.h>
shared int a[40 * THREADS];
int f(const int *at, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[at[i]];
    return s;
}
