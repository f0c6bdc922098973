/* Edit distance of two words by diagonals: the twin of edit.upc. */
#include "../unseen.h"

int n, m, W;
char *a, *b;
int *table;

static int min3(int x, int y, int z)
{
    int least = x < y ? x : y;
    return least < z ? least : z;
}

void edit(void)
{
    int d, i, j, first, last;

    for (d = 2; d <= n + m; d++) {
        first = d > m ? d - m : 1;
        last = d - 1 < n ? d - 1 : n;
#pragma omp parallel for private(j)
        for (i = first; i <= last; i++) {
            j = d - i;
            table[i * W + j] = min3(table[(i - 1) * W + j] + 1, table[i * W + j - 1] + 1,
                                    table[(i - 1) * W + j - 1] + (a[i - 1] != b[j - 1]));
        }
    }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 2000);
    m = unseen_size(argc, argv, 2, n);
    W = m + 1;
    a = malloc(n);
    b = malloc(m);
    table = malloc((n + 1) * W * sizeof(int));
    srand(1);
    for (i = 0; i < n; i++)
        a[i] = 'a' + rand() % 4;
    for (j = 0; j < m; j++)
        b[j] = 'a' + rand() % 4;
    for (i = 0; i <= n; i++)
        table[i * W] = i;
    for (j = 0; j <= m; j++)
        table[j] = j;
    start = unseen_clock();
    edit();
    end = unseen_clock();
    for (i = 0; i < (n + 1) * W; i++)
        sum += (double)table[i] * (i % 3 + 1);
    unseen_print("edit", end - start, sum);
    return 0;
}
