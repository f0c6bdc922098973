// golden: pass gather: elements in any order are read through a view.
// flags: -O2 -fno-upc-passes -fupc-indirect-prefetch
#include <upc_relaxed.h>
shared int a[40 * THREADS];
int f(const int *at, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[at[i]];
    return s;
}
