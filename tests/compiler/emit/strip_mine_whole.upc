// golden: pass strip-mine: runs within block spans of two arrays.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-nodes=one
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
void f(int n) {
    for (int i = 0; i < n; i++) a[i] = b[i + 40];
}
