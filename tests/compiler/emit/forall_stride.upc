// golden: pass forall-stride: from own iteration to own iteration.
// flags: -O1 -fno-upc-passes -fupc-forall-stride -fupc-nodes=one
#include <upc_relaxed.h>
shared int a[40 * THREADS];
int work(int);
void f(int n) {
    upc_forall (int i = 0; i < n; i++; i) work(i);
    upc_forall (int i = 0; i < n; i++; &a[i]) work(i);
}
