// Copies of at most 64 bytes, a constant, are code in place; the others are the library's, of which nothing is said.
// flags: -O1 -fno-upc-passes -fupc-inline
#include <upc_relaxed.h>
shared [8] int a[8 * THREADS], b[8 * THREADS];
void f(int *x, unsigned n, shared int *p) {
    // report: 7: [inline] done: upc_memget of 8 bytes in place
    upc_memget(x, p, 2 * sizeof(int));
    // report: 9: [inline] done: upc_memput of 64 bytes in place
    upc_memput(a, x, 64);
    upc_memput(a, x, 65);
    // report: 12: [inline] done: upc_memcpy of 12 bytes in place
    upc_memcpy(a, b, 3 * sizeof *x);
    // report: 14: [inline] done: upc_memset of 1 bytes in place
    upc_memset(b, 7, 1);
    upc_memget(x, p, 0);
    upc_memget(x, p, n);
    upc_memset(b, 7, n);
}
