/* All shortest paths by Floyd and Warshall: the twin of floyd.upc. */
#include "../unseen.h"

int n;
int **row;

void floyd(void)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
#pragma omp parallel for DEALT(1) private(j)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                if (row[i][k] + row[k][j] < row[i][j])
                    row[i][j] = row[i][k] + row[k][j];
    }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 300);
    row = malloc(n * sizeof(int *));
    for (i = 0; i < n; i++) {
        row[i] = malloc(n * sizeof(int));
        for (j = 0; j < n; j++)
            row[i][j] = i == j ? 0 : (i * 17 + j * 31) % 10 < 2 ? (i * j) % 97 + 1 : 1000000;
    }
    start = unseen_clock();
    floyd();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += (double)row[i][j] * ((i + j) % 5 + 1);
    unseen_print("floyd", end - start, sum);
    return 0;
}
