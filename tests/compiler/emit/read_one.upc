// golden: a relaxed read where the job has one node.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
shared int a[THREADS];
int f(int i) { return a[i] + 1; }
