/* LU decomposition in place, without pivots: the twin of lu.upc. */
#include "../unseen.h"

#define MAX 600

double *row[MAX];

void decompose(int n)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
#pragma omp parallel for private(j)
        for (i = k + 1; i < n; i++) {
            row[i][k] /= row[k][k];
            for (j = k + 1; j < n; j++)
                row[i][j] -= row[i][k] * row[k][j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 500);
    int i, j;
    double start, end, sum = 0;

    for (i = 0; i < n; i++) {
        row[i] = malloc(n * sizeof(double));
        for (j = 0; j < n; j++)
            row[i][j] = i == j ? n : 1.0 / (1 + i + j);
    }
    start = unseen_clock();
    decompose(n);
    end = unseen_clock();
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += row[i][j];
    unseen_print("lu", end - start, sum);
    return 0;
}
