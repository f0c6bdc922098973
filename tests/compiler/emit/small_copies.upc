// golden: Copies of up to 64 bytes are C's on this node; others, and sizes that are no constants, are the library's.
// flags: -O1 -fupc-nodes=one
#include <upc.h>
shared int a[THREADS];
void f(int *x, unsigned n, shared int *p) {
    upc_memget(x, p, 2 * sizeof(int));
    upc_memput(p, x, 4);
    upc_memget(x, p, 65);
    upc_memget(x, p, n);
}
