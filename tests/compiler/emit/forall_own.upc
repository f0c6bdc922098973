// golden: pass forall-own: upc_forall over own elements becomes loops over plain memory.
// flags: -O0 -fno-upc-passes -fupc-forall-own -fupc-nodes=one
#include <upc_relaxed.h>
shared [4] double a[40 * THREADS], b[40 * THREADS];
void f(int n, double x) {
    upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = x * b[i];
}
