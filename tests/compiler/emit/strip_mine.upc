// golden: Loops over blocked arrays in runs through block spans; carried addresses where the step is whole blocks; random access by array bases. Switched off: none of it.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared int cyclic[10 * THREADS];
shared [16] int m[THREADS][16];
// A run of what is left in the blocks of both; the inner loop is C on pointers.
void unit(int n) {
    for (int i = 0; i < n; i++) a[i] = b[i + 40];
}
// A column: from block to block.
int column(void) {
    int s = 0;
    for (int r = 0; r < THREADS; r++) s += m[r][3];
    return s;
}
// Own elements: a pointer and a count.
void own(void) {
    long cyclic_sum = 0;
    for (int i = MYTHREAD; i < 10 * THREADS; i += THREADS) cyclic_sum += cyclic[i];
    cyclic[0] = cyclic_sum;
}
double random_access(shared [64] double *x, const int *at, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[at[i]];
    return s;
}
// A step that is a statement of the body.
double counted(int n) {
    double s = 0;
    int i = 0;
    while (i < n) {
        s += a[i];
        i++;
    }
    return s;
}
// Blocks too short for runs: address and phase go along, the step to the next block is one by one block.
shared [4] int narrow[12 * THREADS];
int inside(void) {
    int s = 0;
    for (int i = 0; i < 4 * THREADS; i++) s += narrow[3 * i];
    return s;
}
