// 7.6.3.1p2, 7.8.2p3: like locks, domains and files are used through pointers only.
#include <upc_atomic.h>
#include <upc_io.h>
upc_atomicdomain_t domain; // error: 'upc_atomicdomain_t' is an opaque type: declare a pointer to it; upc_all_atomicdomain_alloc makes the object
upc_file_t file; // error: 'upc_file_t' is an opaque type: declare a pointer to it; upc_all_fopen makes the object
shared struct later tentative;
struct later { int x; };
shared struct never unknown; // error: shared object has incomplete type 'shared struct never'
shared struct never *pointer;
extern shared struct never external;
void f(upc_file_t *p, upc_atomicdomain_t *q)
{
    upc_file_t local; // error: 'upc_file_t' is an opaque type: declare a pointer to it; upc_all_fopen makes the object
    static shared struct never inside; // error: shared object has incomplete type 'shared struct never'
    (void)sizeof *q; // error: operand of sizeof has incomplete type 'upc_atomicdomain_t'
    (void)(p + 1); // error: arithmetic on 'upc_file_t *', whose element type is incomplete
}
