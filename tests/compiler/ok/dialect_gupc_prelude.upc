// flags: -fupc-dialect=gupc
// GUPC and Clang UPC know these names before the first #include.
#if __UPC_ATOMIC__
extern upc_atomicdomain_t *domain;
#endif
size_t length;
shared int *nowhere = NULL;
#include <upc.h>
#include <upc_atomic.h>
upc_atomicdomain_t *domain;
