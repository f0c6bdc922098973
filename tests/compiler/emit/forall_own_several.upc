// golden: pass forall-own in both versions: own elements need no test.
// flags: -O1 -fno-upc-passes -fupc-forall-own
#include <upc_relaxed.h>
shared int a[40 * THREADS];
void f(int n) {
    upc_forall (int i = 0; i < n; i++; &a[i]) a[i] += 1;
}
