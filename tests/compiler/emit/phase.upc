// golden: pointers with a phase: arithmetic, comparison, conversion.
// flags: -O2 -fupc-nodes=one
#include <upc_relaxed.h>
shared [4] int *next(shared [4] int *p, shared void *q, long *d) {
    *d = p - (shared [4] int *)q;
    if (p < (shared [4] int *)q) p += 3;
    return p + 1;
}
