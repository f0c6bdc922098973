#include <upc.h>
void f(void)
{
    upc_lock_t lock; // error: 'upc_lock_t' is an opaque type: declare a pointer to it; upc_all_lock_alloc or upc_global_lock_alloc makes the object
}
