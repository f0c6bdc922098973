/* Longest common subsequence of two strings: the twin of lcs.upc. */
#include "../unseen.h"

#define TILE 64

int n, m;
char *a, *b;
int **row;

static int max(int x, int y)
{
    return x > y ? x : y;
}

void square(int top, int left)
{
    int i, j;

    for (i = top; i < top + TILE && i <= n; i++)
        for (j = left; j < left + TILE && j <= m; j++)
            if (a[i - 1] == b[j - 1])
                row[i][j] = row[i - 1][j - 1] + 1;
            else
                row[i][j] = max(row[i - 1][j], row[i][j - 1]);
}

void lcs(void)
{
    int d, t;
    int down = (n + TILE - 1) / TILE, across = (m + TILE - 1) / TILE;

    for (d = 0; d < down + across - 1; d++) {
#pragma omp parallel for DEALT(1)
        for (t = 0; t < down; t++)
            if (d - t >= 0 && d - t < across) square(t * TILE + 1, (d - t) * TILE + 1);
    }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 2000);
    m = unseen_size(argc, argv, 2, n);
    a = malloc(n);
    b = malloc(m);
    row = malloc((n + 1) * sizeof(int *));
    srand(1);
    for (i = 0; i < n; i++)
        a[i] = "acgt"[rand() % 4];
    for (j = 0; j < m; j++)
        b[j] = "acgt"[rand() % 4];
    for (i = 0; i <= n; i++) {
        row[i] = malloc((m + 1) * sizeof(int));
        for (j = 0; j <= m; j++)
            row[i][j] = 0;
    }
    start = unseen_clock();
    lcs();
    end = unseen_clock();
    for (i = 0; i <= n; i++)
        for (j = 0; j <= m; j++)
            sum += (double)row[i][j] * ((i + j) % 3 + 1);
    unseen_print("lcs", end - start, sum);
    return 0;
}
