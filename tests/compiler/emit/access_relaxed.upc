// Relaxed accesses are lvalues of C; the environment and the addresses of objects are read once, at the head.
#include <upc.h>
shared int x;
shared int a[10 * THREADS];
shared [4] double b[40 * THREADS];
shared [] long c[7];
void f(int i) {
    // emit: const polder_env polder_e __attribute__((unused)) = polder_env_get();
    // emit: const polder_ga polder_s_x __attribute__((unused)) = x;
    // emit: (*(int *)polder_addr_1node(polder_s_x)) += 2;
    x += 2;
    // emit: polder_index_cyclic(polder_e, polder_s_a, (long)(i), sizeof(int))
    a[i]++;
    // emit: polder_index_blocked(polder_e, polder_s_b, (long)(i), sizeof(double), 4)
    b[i] = 1;
    // emit: ((long *)polder_addr_1node(polder_s_c) + ((long)(i)))
    c[i] = 3;
}
// emit-not: __atomic_store((int
