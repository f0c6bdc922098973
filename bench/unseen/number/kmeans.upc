/* k-means: points of three coordinates are assigned to the nearest center, centers move to the
 * middle of their points. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define DIM 3
#define K 8

int n;
shared [DIM] double *point;
shared int *nearest;
shared [K * DIM] double sum_of[THREADS][K][DIM];
shared [K] int count_of[THREADS][K];
double center[K][DIM];

double distance(int i, int k)
{
    double sum = 0;

    for (int d = 0; d < DIM; d++)
        sum += (point[i * DIM + d] - center[k][d]) * (point[i * DIM + d] - center[k][d]);
    return sum;
}

void assign(void)
{
    for (int k = 0; k < K; k++) {
        count_of[MYTHREAD][k] = 0;
        for (int d = 0; d < DIM; d++)
            sum_of[MYTHREAD][k][d] = 0;
    }
    upc_forall (int i = 0; i < n; i++; &nearest[i]) {
        int best = 0;
        for (int k = 1; k < K; k++)
            if (distance(i, k) < distance(i, best))
                best = k;
        nearest[i] = best;
        count_of[MYTHREAD][best]++;
        for (int d = 0; d < DIM; d++)
            sum_of[MYTHREAD][best][d] += point[i * DIM + d];
    }
}

void move_centers(void)
{
    for (int k = 0; k < K; k++) {
        int count = 0;
        for (int t = 0; t < THREADS; t++)
            count += count_of[t][k];
        for (int d = 0; count > 0 && d < DIM; d++) {
            center[k][d] = 0;
            for (int t = 0; t < THREADS; t++)
                center[k][d] += sum_of[t][k][d];
            center[k][d] /= count;
        }
    }
}

int main(int argc, char **argv)
{
    int i, step, steps = unseen_size(argc, argv, 2, 20);
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 50000);
    point = upc_all_alloc(n, DIM * sizeof(double));
    nearest = upc_all_alloc(n, sizeof(int));
    if (MYTHREAD == 0)
        srand(1);
    for (i = 0; MYTHREAD == 0 && i < n * DIM; i++)
        point[i] = rand() % 1000;
    upc_barrier;
    for (i = 0; i < K * DIM; i++)
        center[i / DIM][i % DIM] = point[i];
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        assign();
        upc_barrier;
        move_centers();
        upc_barrier;
    }
    end = unseen_clock();
    for (i = 0; MYTHREAD == 0 && i < n; i++)
        sum += nearest[i] * (1 + i % 5);
    if (MYTHREAD == 0)
        unseen_print("kmeans", end - start, sum);
    return 0;
}
