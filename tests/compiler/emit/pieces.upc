// Loops over blocked arrays in runs through pieces; walks where the step is whole blocks; random access by frames. Switched off: none of it.
// flags: -O2 -fupc-nodes=one
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared int cyclic[10 * THREADS];
shared [16] int m[THREADS][16];
// A run of what is left in the blocks of both; the inner loop is C on pointers.
// emit: = polder_piece_object(polder_e, polder_s_a, polder_l
// emit: = polder_piece_run(polder_p6, polder_l7, polder_l7, 1, polder_c3);
// emit: for (; (long)i < polder_b4; i++) (polder_q
void unit(int n) {
    for (int i = 0; i < n; i++) a[i] = b[i + 40];
}
// A column: from block to block.
// emit: = polder_walk_by(polder_e, 1L, 16 * sizeof(int));
// emit: = polder_walk_on(polder_w
int column(void) {
    int s = 0;
    for (int r = 0; r < THREADS; r++) s += m[r][3];
    return s;
}
// Own elements: a pointer and a count.
// emit:  += 1L) cyclic_sum += (*polder_q
void own(void) {
    long cyclic_sum = 0;
    for (int i = MYTHREAD; i < 10 * THREADS; i += THREADS) cyclic_sum += cyclic[i];
    cyclic[0] = cyclic_sum;
}
// emit: = polder_frame_of(polder_e, (x).ga, (x).phase, sizeof(double), 64);
// emit: if (polder_p
double random_access(shared [64] double *x, const int *at, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[at[i]];
    return s;
}
// A step that is a statement of the body.
// emit: ;(long)i < polder_b
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
// emit: polder_gp polder_g
// emit: = polder_walk_by(polder_e, 1L, 4 * sizeof(int));
// emit: = polder_walk_inside(polder_w
// emit: , 3L, sizeof(int), 4))
shared [4] int narrow[12 * THREADS];
int inside(void) {
    int s = 0;
    for (int i = 0; i < 4 * THREADS; i++) s += narrow[3 * i];
    return s;
}
