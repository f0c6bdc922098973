// Quotients by THREADS, in addresses and of the program, are multiplications by an inverse (division_off.upc: without).
// flags: -O2 -fno-upc-passes -fupc-division
// emit: quotient = ((int)polder_divided_signed(polder_e, (int)(n), 1)), rest = ((int)polder_rest_signed(polder_e, (int)(n), 1));
// emit: polder_index_cyclic(polder_e, polder_s_cyclic, (long)(n), sizeof(int))
// emit: polder_quotient(polder_env e, unsigned long i) { return __builtin_constant_p(e.threads) ?
// emit-not: n / (
// emit-not: n % (
#include <upc_relaxed.h>
shared int cyclic[64 * THREADS];
int f(int n) {
    int quotient = n / THREADS, rest = n % THREADS;
    return cyclic[n] + quotient + rest;
}
