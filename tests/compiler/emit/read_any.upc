// golden: a small function has one version, which asks at each access.
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
shared [] int *p;
int f(void) { return *p; }
