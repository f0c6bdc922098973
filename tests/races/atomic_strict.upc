// A flag by atomic operations, relaxed where they had to be strict.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <upc_atomic.h>

#ifdef RACY
#define atomic upc_atomic_relaxed
#else
#define atomic upc_atomic_strict
#endif
shared int data;
shared int flag;
upc_atomicdomain_t *domain;

int main(void)
{
    const int one = 1;
    int seen = 0;
    domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_SET | UPC_GET | UPC_MAX, 0);
    if (MYTHREAD == 0) {
        data = 42; // race
        atomic(domain, NULL, UPC_MAX, &flag, &one, NULL);
    } else {
        while (!seen)
            atomic(domain, &seen, UPC_GET, &flag, NULL, NULL);
        return data < 0; // race
    }
    return 0;
}
