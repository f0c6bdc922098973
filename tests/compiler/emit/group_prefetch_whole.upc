// golden: pass group-prefetch: addresses of many updates first.
// flags: -O2 -fno-upc-passes -fupc-group-prefetch -fupc-strip-mine -fupc-nodes=one
#include <upc_relaxed.h>
shared unsigned long *table;
unsigned long f(unsigned long r, unsigned long mask, int n) {
    shared unsigned long *const target = table;
    for (int u = 0; u < n; u++) {
        r = r * 5 + 1;
        target[r & mask] += r * 3;
    }
    return r;
}
