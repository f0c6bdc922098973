// golden: shared objects: declarations, descriptors, initial values.
// flags: -O1 -fupc-nodes=one
#include <upc_relaxed.h>
shared [2] int a[4 * THREADS];
shared int x = 5;
static shared double s[THREADS][3];
extern shared [] char text[];
void f(void) { s[MYTHREAD][1] = x + text[0] + a[1]; }
