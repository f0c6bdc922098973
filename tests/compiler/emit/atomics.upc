// Atomic operations go out as their forms in place; those on pointers-to-shared say which arguments point to some of 8 bytes.
#include <upc.h>
#include <upc_atomic.h>
// emit: polder_atomic_relaxed(d, &old,
// emit: polder_atomic_strict(d, 0,
// emit: polder_atomic(d, &was, (1UL << 12), polder_gp_from_ga(polder_s_head), &next, 0, 1, 15)
// emit: &wide, 0, 0, 0)
// emit: &next, &wide, 0, 5)
// emit: (*f)(d, 0,
shared long n;
shared [] int *shared head;
shared void *shared any;
void g(upc_atomicdomain_t *d, shared [] int *next, shared void *wide) {
    long old, one = 1;
    shared [] int *was;
    void (*f)(upc_atomicdomain_t *, void *, upc_op_t, shared void *, const void *, const void *) = &upc_atomic_strict;
    upc_atomic_relaxed(d, &old, UPC_ADD, &n, &one, 0);
    upc_atomic_strict(d, 0, UPC_INC, &n, 0, 0);
    upc_atomic_strict(d, &was, UPC_SET, &head, &next, 0);
    upc_atomic_relaxed(d, 0, UPC_SET, &any, &wide, 0);
    upc_atomic_relaxed(d, &wide, UPC_CSWAP, &head, &next, &wide);
    (*f)(d, 0, UPC_INC, &n, 0, 0);
}
