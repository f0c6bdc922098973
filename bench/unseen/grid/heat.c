/* Heat on a plate: the twin of heat.upc. */
#include <math.h>

#include "../unseen.h"

#define EPSILON 1e-4

int n, limit;
double *now, *next;

double step(void)
{
    int i, j;
    double change = 0;

#pragma omp parallel for DEALT(1) private(j) reduction(max : change)
    for (i = 1; i < n - 1; i++)
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

int main(int argc, char **argv)
{
    int i, steps = 0;
    double change = 1, start, end, sum = 0;
    double *t;

    n = unseen_size(argc, argv, 1, 400);
    limit = unseen_size(argc, argv, 2, 200);
    now = malloc(n * n * sizeof(double));
    next = malloc(n * n * sizeof(double));
    for (i = 0; i < n * n; i++)
        now[i] = next[i] = i < n ? 100 : i % n == 0 ? 50 : 0;
    start = unseen_clock();
    while (change > EPSILON && steps < limit) {
        change = step();
        t = now;
        now = next;
        next = t;
        steps++;
    }
    end = unseen_clock();
    for (i = 0; i < n * n; i++)
        sum += now[i];
    unseen_print("heat", end - start, sum + steps);
    return 0;
}
