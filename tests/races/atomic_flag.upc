// A flag by relaxed atomic operations orders nothing without fences.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <upc_atomic.h>

#ifdef RACY
#define FENCE
#else
#define FENCE upc_fence;
#endif
shared int data;
shared long flag;
upc_atomicdomain_t *domain;

int main(void)
{
    const long one = 1;
    long seen = 0;
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_SET | UPC_GET, 0);
    if (MYTHREAD == 0) {
        data = 42; // race
        FENCE
        upc_atomic_relaxed(domain, NULL, UPC_SET, &flag, &one, NULL);
    } else {
        while (!seen)
            upc_atomic_relaxed(domain, &seen, UPC_GET, &flag, NULL, NULL);
        FENCE
        return data < 0; // race
    }
    return 0;
}
