// What x[MYTHREAD] names is in the thread's own part, where an element or a row is a block; in other arrays it is an element as any.
// flags: -O2 -fno-upc-passes -fupc-division
// emit: ((double *)polder_addr_1node((polder_s_sums + (polder_e.mythread << polder_e.shift))) + (0L)
// emit: ((int *)polder_addr_1node((polder_s_rows + (polder_e.mythread << polder_e.shift))) + (0L + (long)(k))
// emit: polder_index_blocked(polder_e, polder_s_pairs,
// emit: polder_at_cyclic(polder_e,
#include <upc_relaxed.h>
shared double sums[THREADS];
shared [8] int rows[THREADS][8];
shared [2] int pairs[2 * THREADS];
void f(shared double *p, int k) {
    sums[MYTHREAD] += k;
    rows[MYTHREAD][k] = k;
    pairs[MYTHREAD] = k;
    p[MYTHREAD] = k;
}
