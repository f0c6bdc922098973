// A run of own iterations steps as the program does, so that C compilers count with the variable.
// emit: polder_stop2; i += 2,
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
shared [64] int a[64 * THREADS];
void pairs(int n) {
    upc_forall (int i = 0; i < n; i += 2; &a[i])
        if (a[i] > a[i + 1]) a[i] = a[i + 1];
}
