// Compilers do not inline into functions of other options: no short function is inlined always.
// flags: -O2
// emit-not: polder_i1_sum
shared [4] int *x;
#pragma GCC push_options
#pragma GCC optimize("no-unroll-loops")
int sum(int i) {
    int s = 0;
    for (int k = 0; k < 4; k++) s += x[4 * i + k] + x[k];
    return s;
}
#pragma GCC pop_options
int all(int n) {
    int s = x[1];
    for (int i = 0; i < n; i++) s += sum(i);
    return s;
}
