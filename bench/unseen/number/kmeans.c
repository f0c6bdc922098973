/* k-means with points of three coordinates: the twin of kmeans.upc. */
#include "../unseen.h"

#define DIM 3
#define K 8

int n;
double *point;
int *nearest;
double sum_of[K][DIM];
int count_of[K];
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
        count_of[k] = 0;
        for (int d = 0; d < DIM; d++)
            sum_of[k][d] = 0;
    }
#pragma omp parallel for reduction(+ : sum_of, count_of)
    for (int i = 0; i < n; i++) {
        int best = 0;
        for (int k = 1; k < K; k++)
            if (distance(i, k) < distance(i, best))
                best = k;
        nearest[i] = best;
        count_of[best]++;
        for (int d = 0; d < DIM; d++)
            sum_of[best][d] += point[i * DIM + d];
    }
}

void move_centers(void)
{
    for (int k = 0; k < K; k++)
        for (int d = 0; count_of[k] > 0 && d < DIM; d++)
            center[k][d] = sum_of[k][d] / count_of[k];
}

int main(int argc, char **argv)
{
    int i, step, steps = unseen_size(argc, argv, 2, 20);
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 50000);
    point = malloc(n * DIM * sizeof(double));
    nearest = malloc(n * sizeof(int));
    srand(1);
    for (i = 0; i < n * DIM; i++)
        point[i] = rand() % 1000;
    for (i = 0; i < K * DIM; i++)
        center[i / DIM][i % DIM] = point[i];
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        assign();
        move_centers();
    }
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += nearest[i] * (1 + i % 5);
    unseen_print("kmeans", end - start, sum);
    return 0;
}
