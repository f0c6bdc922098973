/* Heat on a plate: Jacobi steps until no point changes by more than EPSILON. The plate is one flat
 * array in blocks. */
#include <math.h>
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 256
#define EPSILON 1e-4

int n, limit;
shared [BLOCK] double *now, *next;
shared double change_of[THREADS];

double step(void)
{
    int i, j;
    double change = 0;

    upc_forall (i = 1; i < n - 1; i++; &next[i * n])
        for (j = 1; j < n - 1; j++) {
            double d;
            next[i * n + j] = (now[(i - 1) * n + j] + now[(i + 1) * n + j] +
                               now[i * n + j - 1] + now[i * n + j + 1]) / 4;
            d = fabs(next[i * n + j] - now[i * n + j]);
            if (d > change)
                change = d;
        }
    return change;
}

double largest(double mine)
{
    int t;
    double all = 0;

    change_of[MYTHREAD] = mine;
    upc_barrier;
    for (t = 0; t < THREADS; t++)
        if (change_of[t] > all)
            all = change_of[t];
    upc_barrier;
    return all;
}

int main(int argc, char **argv)
{
    int i, steps = 0;
    double change = 1, start, end, sum = 0;
    shared [BLOCK] double *t;

    n = unseen_size(argc, argv, 1, 400);
    limit = unseen_size(argc, argv, 2, 200);
    now = upc_all_alloc((n * n + BLOCK - 1) / BLOCK, BLOCK * sizeof(double));
    next = upc_all_alloc((n * n + BLOCK - 1) / BLOCK, BLOCK * sizeof(double));
    upc_forall (i = 0; i < n * n; i++; &now[i])
        now[i] = next[i] = i < n ? 100 : i % n == 0 ? 50 : 0;
    upc_barrier;
    start = unseen_clock();
    while (change > EPSILON && steps < limit) {
        change = largest(step());
        t = now;
        now = next;
        next = t;
        steps++;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n * n; i++)
            sum += now[i];
        unseen_print("heat", end - start, sum + steps);
    }
    return 0;
}
