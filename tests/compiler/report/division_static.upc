// THREADS known to the compiler.
// flags: -fupc-threads=4 -fno-upc-passes -fupc-division
// report: 6: [division] done: by THREADS, a constant
#include <upc_relaxed.h>
shared int cyclic[64];
int f(int n) { return cyclic[n]; }
