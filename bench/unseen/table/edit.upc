/* Edit distance of two words by diagonals, whose elements do not depend on each other. The table
 * has W columns and lies in one array. */
#include <upc_relaxed.h>

#include "../unseen.h"

int n, m, W;
shared char *a, *b;
shared int *table;

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
        upc_forall (i = first; i <= last; i++; i) {
            j = d - i;
            table[i * W + j] = min3(table[(i - 1) * W + j] + 1, table[i * W + j - 1] + 1,
                                    table[(i - 1) * W + j - 1] + (a[i - 1] != b[j - 1]));
        }
        upc_barrier;
    }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 2000);
    m = unseen_size(argc, argv, 2, n);
    W = m + 1;
    a = upc_all_alloc(n, 1);
    b = upc_all_alloc(m, 1);
    table = upc_all_alloc((n + 1) * W, sizeof(int));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n; i++)
            a[i] = 'a' + rand() % 4;
        for (j = 0; j < m; j++)
            b[j] = 'a' + rand() % 4;
        for (i = 0; i <= n; i++)
            table[i * W] = i;
        for (j = 0; j <= m; j++)
            table[j] = j;
    }
    upc_barrier;
    start = unseen_clock();
    edit();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < (n + 1) * W; i++)
            sum += (double)table[i] * (i % 3 + 1);
        unseen_print("edit", end - start, sum);
    }
    return 0;
}
