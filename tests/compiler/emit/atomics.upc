// Atomic operations go out as their forms in place; which one depends on the representation of a pointer that is the target.
#include <upc.h>
#include <upc_atomic.h>
// emit: polder_atomic_relaxed(d, &old,
// emit: polder_atomic_strict(d, 0,
// emit: polder_atomic_strict_narrow(d, &was,
// emit: polder_atomic_relaxed(d, &wide,
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
    upc_atomic_relaxed(d, &wide, UPC_GET, &any, 0, 0);
    (*f)(d, 0, UPC_INC, &n, 0, 0);
}
