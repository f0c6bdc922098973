// golden: In code for one node, atomic operations on integers of a known size ask once what the domain allows, in the head of the function if it does not change there.
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
#include <upc_atomic.h>
shared long cells[THREADS];
shared int n;
static upc_atomicdomain_t *domain;
static long raise(int at, long to) {
    long seen = 0;
    while (seen < to) {
        const long before = seen;
        upc_atomic_relaxed(domain, &seen, UPC_CSWAP, &cells[at], &before, &to);
        if (seen == before) break;
    }
    upc_atomic_relaxed(domain, &seen, UPC_ADD, &cells[at], &to, 0);
    return seen;
}
long all(long to) { // has two forms, too, for its loop calls one that has
    long sum = 0;
    for (int i = 0; i < THREADS; i++) sum += raise(i, to);
    return sum;
}
void other(upc_type_t type) { // the domain comes about here
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(type, UPC_INC, 0);
    for (int i = 0; i < 3; i++) upc_atomic_strict(d, 0, UPC_INC, &n, 0, 0);
    upc_all_atomicdomain_free(d);
}
