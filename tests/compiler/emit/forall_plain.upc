// golden: upc_forall as the language has it: nested, with continue, without affinity.
// flags: -O0 -fno-upc-passes -fupc-nodes=one
#include <upc_relaxed.h>
void work(int);
void f(int n) {
    int i, j;
    upc_forall (i = 0; i < n; i++; i * i)
        upc_forall (j = 0; j < n; j++; j) work(i + j);
    upc_forall (i = 0; i < n; i++; continue) work(i);
}
