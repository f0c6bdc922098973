// golden: passes strip-mine and coalesce: what a run reads elsewhere is one message.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-coalesce
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS];
double f(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
