// golden: pass atomics: the instruction in place.
// flags: -O2 -fno-upc-passes -fupc-atomics -fupc-nodes=one
#include <upc_relaxed.h>
#include <upc_atomic.h>
long f(upc_atomicdomain_t *d, shared long *p) {
    long before, one = 1;
    upc_atomic_relaxed(d, &before, UPC_ADD, p, &one, 0);
    return before;
}
