shared void *f(void)
{
    return upc_alloc(8); // error: 'upc_alloc' undeclared // note: 'upc_alloc' is declared in <upc.h>; include it
}
upc_lock_t *g(void); // error: unknown type name 'upc_lock_t' // note: 'upc_lock_t' is declared in <upc.h>; include it
upc_atomicdomain_t *h(void); // error: unknown type name 'upc_atomicdomain_t' // note: 'upc_atomicdomain_t' is declared in <upc_atomic.h>; include it
upc_handle_t i(void); // error: unknown type name 'upc_handle_t' // note: 'upc_handle_t' is declared in <upc_nb.h>; include it
upc_file_t *j(void); // error: unknown type name 'upc_file_t' // note: 'upc_file_t' is declared in <upc_io.h>; include it
