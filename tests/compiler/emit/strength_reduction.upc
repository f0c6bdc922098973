// golden: pass strength-reduction: a step of whole blocks needs no division.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-nodes=one
#include <upc_relaxed.h>
shared int a[40 * THREADS];
int f(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
