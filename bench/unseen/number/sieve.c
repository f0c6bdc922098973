/* The sieve of Eratosthenes: the twin of sieve.upc. */
#include "../unseen.h"

char *composite;
int *prime;
int found;

void strike(int n)
{
    int p = 2, m;

    while (p * p <= n) {
#pragma omp parallel for
        for (m = p * p; m <= n; m += p)
            composite[m] = 1;
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

    composite = malloc((n + 1) * sizeof(char));
    prime = malloc((n / 2 + 10) * sizeof(int));
    for (i = 0; i <= n; i++)
        composite[i] = 0;
    start = unseen_clock();
    strike(n);
    collect(n);
    end = unseen_clock();
    for (i = 0; i < found; i++)
        sum += prime[i];
    unseen_print("sieve", end - start, sum);
    return 0;
}
