/* Matrix times vector, over and over: the twin of matvec.upc. */
#include "../unseen.h"

#define MAX 1024

struct problem {
    int n;
    double *a;
    double *x;
    double *y;
};

void multiply(struct problem *p)
{
    int i, j;

#pragma omp parallel for private(j)
    for (i = 0; i < p->n; i++) {
        p->y[i] = 0;
        for (j = 0; j < p->n; j++)
            p->y[i] += p->a[i * MAX + j] * p->x[j];
    }
}

void scale(struct problem *p)
{
    int i;

#pragma omp parallel for
    for (i = 0; i < p->n; i++)
        p->x[i] = p->y[i] / p->n;
}

int main(int argc, char **argv)
{
    struct problem p;
    int i, j, step, steps;
    double start, end, sum = 0;

    p.n = unseen_size(argc, argv, 1, 1000);
    steps = unseen_size(argc, argv, 2, 50);
    p.a = malloc(p.n * MAX * sizeof(double));
    p.x = malloc(p.n * sizeof(double));
    p.y = malloc(p.n * sizeof(double));
    for (i = 0; i < p.n; i++) {
        p.x[i] = 1 + i % 5;
        for (j = 0; j < p.n; j++)
            p.a[i * MAX + j] = 1 + (i + 2 * j) % 4 * 0.25;
    }
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        multiply(&p);
        scale(&p);
    }
    end = unseen_clock();
    for (i = 0; i < p.n; i++)
        sum += p.x[i];
    unseen_print("matvec", end - start, sum);
    return 0;
}
