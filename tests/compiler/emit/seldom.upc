// General bodies find elements of cyclic arrays by calls, and call functions that dispatch instead
// of the ones to be inlined.
// flags: -O2 -fno-upc-one-thread
// emit: if (polder_inside
// emit: += least(i);
// emit: += polder_i1_least(i);
// emit: polder_addr_1node(polder_add_seldom(
#include <upc_relaxed.h>
shared int *x, *y;
int least(int i) {
    int s = y[i];
    for (int k = 1; k < 4; k++)
        if (y[i + k] < s) s = y[i + k];
    return s;
}
void add(int n) {
    upc_forall (int i = 0; i < n; i++; &x[i]) x[i] += least(i);
}
