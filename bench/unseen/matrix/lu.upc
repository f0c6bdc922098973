/* LU decomposition in place, without pivots. Each row is allocated by its owner; a shared table
 * has pointers to the rows. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define MAX 600

shared [] double *shared row[MAX * THREADS];

void decompose(int n)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
        upc_forall (i = k + 1; i < n; i++; &row[i]) {
            row[i][k] /= row[k][k];
            for (j = k + 1; j < n; j++)
                row[i][j] -= row[i][k] * row[k][j];
        }
        upc_barrier;
    }
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 500);
    int i, j;
    double start, end, sum = 0;

    upc_forall (i = 0; i < n; i++; &row[i]) {
        row[i] = upc_alloc(n * sizeof(double));
        for (j = 0; j < n; j++)
            row[i][j] = i == j ? n : 1.0 / (1 + i + j);
    }
    upc_barrier;
    start = unseen_clock();
    decompose(n);
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                sum += row[i][j];
        unseen_print("lu", end - start, sum);
    }
    return 0;
}
