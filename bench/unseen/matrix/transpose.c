/* Transposes a square matrix: the twin of transpose.upc. */
#include "../unseen.h"

#define N 2000

int *from;
int *to;

void transpose(int n)
{
#pragma omp parallel for DEALT(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i * N + j] = from[j * N + i];
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 2000);
    double sum = 0;

    from = malloc(n * N * sizeof(int));
    to = malloc(n * N * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            from[i * N + j] = i * 1000 + j;
            to[i * N + j] = 0;
        }
    double start = unseen_clock();
    transpose(n);
    double end = unseen_clock();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += to[i * N + j] * (1 + j % 7);
    unseen_print("transpose", end - start, sum);
    return 0;
}
