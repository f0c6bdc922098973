// golden: a relaxed read and write in two versions.
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
shared int a[THREADS];
void f(int i) { a[i] = a[i + 1]; }
