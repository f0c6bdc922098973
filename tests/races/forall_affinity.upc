// Iterations of a upc_forall that are not independent: each writes the element the next one reads.
// threads: 3
#include <upc.h>
#include <stdio.h>

shared int a[8 * THREADS], b[8 * THREADS];

int main(void)
{
    upc_forall (int i = 0; i < 8 * THREADS - 1; i++; &a[i]) {
#ifdef RACY
        a[i + 1] = a[i] + 1; // race
#else
        b[i] = a[i] + 1;
#endif
    }
    return 0;
}
