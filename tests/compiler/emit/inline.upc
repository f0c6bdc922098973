// golden: pass inline: short copies in place.
// flags: -O1 -fno-upc-passes -fupc-inline
#include <upc_relaxed.h>
shared int a[THREADS];
void f(int *x, shared int *p) {
    for (int i = 0; i < 4; i++) {
        upc_memget(x, p, 2 * sizeof(int));
        upc_memput(&a[i], x, 4);
    }
}
