/* The sieve of Eratosthenes. All threads strike out multiples, thread 0 collects the primes. */
#include <upc_relaxed.h>

#include "../unseen.h"

shared char *composite;
shared int *prime;
shared int found;

void strike(int n)
{
    int p = 2, m;

    while (p * p <= n) {
        upc_forall (m = p * p; m <= n; m += p; m)
            composite[m] = 1;
        upc_barrier;
        p++;
        while (composite[p])
            p++;
    }
}

void collect(int n)
{
    int i;

    found = 0;
    for (i = 2; i <= n; i++)
        if (!composite[i])
            prime[found++] = i;
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 8000000);
    int i;
    double start, end, sum = 0;

    composite = upc_all_alloc(n + 1, sizeof(char));
    prime = upc_all_alloc(n / 2 + 10, sizeof(int));
    upc_forall (i = 0; i <= n; i++; &composite[i])
        composite[i] = 0;
    upc_barrier;
    start = unseen_clock();
    strike(n);
    if (MYTHREAD == 0)
        collect(n);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < found; i++)
            sum += prime[i];
        unseen_print("sieve", end - start, sum);
    }
    return 0;
}
