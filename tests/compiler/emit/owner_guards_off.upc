// flags: -O2 -fno-upc-owner-guards
// emit: if (((int)polder_rest_signed(polder_e, (int)(i), 1)) == ((int)polder_e.mythread))
// emit-not: polder_own_first(polder_e, 0, 1L,
#include <upc.h>
void f(int n, int *out) {
    for (int i = 0; i < n; i++) if (i % THREADS == MYTHREAD) out[i] = 2;
}
