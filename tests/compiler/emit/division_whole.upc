// golden: pass division: quotients and remainders by THREADS.
// flags: -O1 -fno-upc-passes -fupc-division -fupc-nodes=one
#include <upc_relaxed.h>
long f(long i, unsigned j) { return i / THREADS + j % THREADS; }
