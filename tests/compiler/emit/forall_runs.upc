// golden: pass forall-stride: runs of own iterations, any linear affinity.
// flags: -O1 -fno-upc-passes -fupc-forall-stride -fupc-nodes=one
#include <upc_relaxed.h>
void work(int);
void f(int n, int b) {
    upc_forall (int i = 0; i < n; i += 3; (2 * i + 1) / b) work(i);
}
