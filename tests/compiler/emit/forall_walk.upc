// golden: pass forall-stride: a pointer goes through the elements.
// flags: -O1 -fno-upc-passes -fupc-forall-stride -fupc-nodes=one
#include <upc_relaxed.h>
shared [4] double b[64 * THREADS];
void f(shared [4] double *end) {
    upc_forall (shared [4] double *p = b; p != end; ++p; &*p) *p = 1;
}
