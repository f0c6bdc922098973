// A counter is added to atomically and read plainly.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_atomic.h>

shared long count;
upc_atomicdomain_t *domain;

int main(void)
{
    const long one = 1;
    long seen = 0;
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
    if (MYTHREAD)
        upc_atomic_relaxed(domain, NULL, UPC_ADD, &count, &one, NULL); // race
#ifdef RACY
    if (!MYTHREAD)
        seen = count; // race
#else
    if (!MYTHREAD)
        upc_atomic_relaxed(domain, &seen, UPC_GET, &count, NULL, NULL);
#endif
    return seen < 0;
}
