// Without the pass each quotient by THREADS, in addresses and of the program, is the processor's division.
// flags: -O2 -fno-upc-passes -fno-upc-division
// emit: polder_quotient(polder_env e, unsigned long i) { return i / e.threads;
// emit: cyclic_quotient = n / ((int)polder_e.threads), rest = n % ((int)polder_e.threads);
// emit: polder_index_cyclic(polder_e, polder_s_cyclic, (long)(n), sizeof(int))
// emit-not: polder_divided
// emit-not: polder_rest
#include <upc_relaxed.h>
shared int cyclic[64 * THREADS];
shared [4] int blocks[64 * THREADS];
int f(int n, shared int *p, shared [4] int *q) {
    int cyclic_quotient = n / THREADS, rest = n % THREADS;
    p += n, q += n;
    return cyclic[n] + blocks[n] + *p + *q + cyclic_quotient + rest;
}
