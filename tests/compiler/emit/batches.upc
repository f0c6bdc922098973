// Updates at random in batches: addresses and values first, each fetched ahead, then the updates in their order. Switched off: batches_off.upc.
// flags: -O2 -fupc-nodes=one
// emit: __builtin_prefetch(polder_at(polder_a
// emit: < 256; u++, polder_k
// emit: = (r) * 3; } for (long polder_j
// emit: )polder_at(polder_a
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
