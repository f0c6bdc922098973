// Copies of up to 64 bytes are C's on this node; others, and sizes that are no constants, are the library's.
// flags: -O1 -fupc-nodes=one
// emit: __builtin_memcpy(polder_t1, polder_at(polder_t2), 8);
// emit: __builtin_memcpy(polder_at(polder_t3), polder_t4, 4);
// emit: upc_memget(x, polder_gp_from_ga(
// emit: , 65);
// emit: , n);
#include <upc.h>
shared int a[THREADS];
void f(int *x, unsigned n, shared int *p) {
    upc_memget(x, p, 2 * sizeof(int));
    upc_memput(p, x, 4);
    upc_memget(x, p, 65);
    upc_memget(x, p, n);
}
