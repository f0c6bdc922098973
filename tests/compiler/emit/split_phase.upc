// golden: pass early: reads under way together.
// flags: -O2 -fno-upc-passes -fupc-split-phase
#include <upc_relaxed.h>
shared int a[40 * THREADS], b[40 * THREADS];
int f(int i, int n) {
    int s = 0;
    while (n--) {
        s += a[i] * b[s];
        i = s;
    }
    return a[i] + b[i + 1];
}
