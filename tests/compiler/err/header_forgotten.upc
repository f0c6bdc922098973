shared void *f(void)
{
    return upc_alloc(8); // error: 'upc_alloc' undeclared // note: 'upc_alloc' is declared in <upc.h>; include it
}
upc_lock_t *g(void); // error: unknown type name 'upc_lock_t' // note: 'upc_lock_t' is declared in <upc.h>; include it
