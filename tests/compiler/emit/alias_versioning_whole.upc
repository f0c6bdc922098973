// golden: pass apart: behind a test, pointers that do not overlap.
// flags: -O3 -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-alias-versioning -fupc-nodes=one
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
void f(int n) {
    for (int i = 1; i < n; i++) a[i] = b[i - 1] + b[i];
}
