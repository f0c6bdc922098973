// Tentative definitions of shared objects are definitions like those of C: two files that have one do not link. Each has one descriptor.
#include <upc.h>
// emit: polder_ga x;
// emit-not: polder_ga x __attribute__((weak));
// emit: static polder_ga s;
// emit: extern polder_ga e;
// emit: {&x, 1, 1, 4, 4, 0, "x"};
// emit: {&m, 21, 2, 8, 8, 1, "m"};
// emit-not: {&e,
shared int x;
shared int x;
static shared int s;
extern shared int e;
shared [2] double m[3][7 * THREADS];
int f(void) { return s; }
