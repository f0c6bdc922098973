// A function that cannot go out more than once has no version for one thread.
// flags: -O2 -fno-upc-passes -fupc-one-thread
#include <stdarg.h>
#include <upc_relaxed.h>
shared int a[THREADS];
int f(int i) { return a[i] + a[i + 1] + a[i + 2]; }
// report: 8: [one-thread] not done: the function cannot have versions
int g(int n, ...) { return a[n] + a[n + 1] + a[n + 2]; }
