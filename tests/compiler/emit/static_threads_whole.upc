// golden: THREADS known when compiled: divisions fold.
// flags: -O2 -fupc-threads=4 -fupc-nodes=one
#include <upc_relaxed.h>
shared int a[8];
int f(int i) { return a[i] + i % THREADS; }
