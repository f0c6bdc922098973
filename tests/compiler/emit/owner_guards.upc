// A loop that asks whose each iteration is goes from own iteration to own iteration; switched off it stays as written.
// flags: -O2
// emit: polder_own_first(polder_e, 0, 1L,
// emit-not: if (i % ((int)polder_e.threads) == ((int)polder_e.mythread))
#include <upc.h>
void f(int n, int *out) {
    for (int i = 0; i < n; i++) if (i % THREADS == MYTHREAD) out[i] = 2;
}
