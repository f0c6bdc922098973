// golden: pass schedule: each thread starts with its own part.
// flags: -O2 -fno-upc-passes -fupc-rotate
#include <upc_relaxed.h>
shared [8] int a[8 * THREADS];
void f(int *x) {
    for (int t = 0; t < THREADS; t++) upc_memget(x + 8 * t, &a[8 * t], 32);
}
