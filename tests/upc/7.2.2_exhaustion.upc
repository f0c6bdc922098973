// 7.2.2: "If the space cannot be allocated, a null pointer-to-shared is returned": absurd sizes,
// overflow of nblocks * nbytes.
#include "check.h"
#include <limits.h>

int main(void)
{
    CHECK(upc_alloc((size_t)1 << 60) == NULL);
    CHECK(upc_alloc(~(size_t)0) == NULL);
    CHECK(upc_global_alloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
    CHECK(upc_global_alloc(~(size_t)0, 2) == NULL);
    CHECK(upc_all_alloc(~(size_t)0, ~(size_t)0) == NULL);
    CHECK(upc_all_alloc((size_t)1 << 50, THREADS) == NULL);
    shared [] char *p = upc_alloc(100); // and life goes on
    CHECK(p != NULL);
    p[99] = 1;
    upc_free(p);
    PASS();
    return 0;
}
