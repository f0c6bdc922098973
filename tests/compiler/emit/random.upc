// golden: pass strength-reduction: elements in any order, by the base of the array.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-nodes=one
#include <upc_relaxed.h>
shared [] int *table;
int f(const int *at, int n) {
    shared [] int *const t = table;
    int s = 0;
    for (int i = 0; i < n; i++) s += t[at[i]];
    return s;
}
