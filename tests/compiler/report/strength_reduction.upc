// upc_forall that a pointer goes through.
// flags: -O2 -fno-upc-passes -fupc-forall-stride
#include <upc_relaxed.h>
shared int a[64 * THREADS];
shared [4] double b[64 * THREADS];
shared [] long c[64];
static shared [4] double *end;
shared void *ask(shared void *);
void f(shared [4] double *to, shared int *q) {
    // report: 11: [forall-stride] done: from own element to own element
    upc_forall (shared int *p = a; p < a + 64; p += 3; p) *p = 1;
    // report: 13: [forall-stride] done: in runs of own elements
    upc_forall (shared [4] double *p = b; p != end; ++p; &*p) *p = 1;
    // report: 15: [forall-stride] done: all iterations, or none
    upc_forall (shared [] long *p = &c[63]; p >= c; p--; p) *p = 1;
    // report: 17: [forall-stride] not done: the affinity is that of another element
    upc_forall (shared [4] double *p = b; p < to; p++; &p[1]) *p = 1;
    // report: 19: [forall-stride] not done: the bound may change in the loop
    upc_forall (shared [4] double *p = b; p < to; p++; p) *p = 1, to--;
    // report: 21: [forall-stride] not done: the affinity is not the pointer's
    upc_forall (shared int *p = a; p < a + 64; p++; q) *p = 1;
    // report: 23: [forall-stride] not done: the body may change the pointer
    upc_forall (shared int *p = a; p < a + 64; p++; p) *p++ = 1;
    // report: 25: [forall-stride] not done: step and condition point in different directions
    upc_forall (shared int *p = a; p > a; p++; p) *p = 1;
}
