// golden: Updates at random in groups: addresses and values first, each fetched ahead, then the updates in their order.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
shared unsigned long *table;
unsigned long update(unsigned long r, unsigned long mask, int n) {
    shared unsigned long *const target = table;
    for (int u = 0; u < n; u++) {
        r = r * 5 + 1;
        target[r & mask] += (r) * 3;
    }
    return r;
}
