/* All shortest paths by Floyd and Warshall. A row of the matrix lies on one thread; all threads
 * find it through a table of pointers. */
#include <upc_relaxed.h>

#include "../unseen.h"

int n;
shared [] int *shared *row;

void floyd(void)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
        upc_forall (i = 0; i < n; i++; i)
            for (j = 0; j < n; j++)
                if (row[i][k] + row[k][j] < row[i][j])
                    row[i][j] = row[i][k] + row[k][j];
        upc_barrier;
    }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 300);
    row = upc_all_alloc(n, sizeof(shared [] int *));
    upc_forall (i = 0; i < n; i++; i) {
        row[i] = upc_alloc(n * sizeof(int));
        for (j = 0; j < n; j++)
            row[i][j] = i == j ? 0 : (i * 17 + j * 31) % 10 < 2 ? (i * j) % 97 + 1 : 1000000;
    }
    upc_barrier;
    start = unseen_clock();
    floyd();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                sum += (double)row[i][j] * ((i + j) % 5 + 1);
        unseen_print("floyd", end - start, sum);
    }
    return 0;
}
