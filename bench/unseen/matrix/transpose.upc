/* Transposes a square matrix whose rows are blocks. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define N 2000

shared [N] int *from;
shared [N] int *to;

void transpose(int n)
{
    upc_forall (int i = 0; i < n; i++; i)
        for (int j = 0; j < n; j++)
            to[i * N + j] = from[j * N + i];
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 2000);
    double sum = 0;

    from = upc_all_alloc(n, N * sizeof(int));
    to = upc_all_alloc(n, N * sizeof(int));
    upc_forall (int i = 0; i < n; i++; &from[i * N])
        for (int j = 0; j < n; j++)
            from[i * N + j] = i * 1000 + j;
    upc_barrier;
    double start = unseen_clock();
    transpose(n);
    upc_barrier;
    double end = unseen_clock();
    if (MYTHREAD == 0) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += to[i * N + j] * (1 + j % 7);
        unseen_print("transpose", end - start, sum);
    }
    return 0;
}
