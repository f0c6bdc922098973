/* Matrix times vector, over and over: x becomes A x, scaled. Rows are blocks, vectors are cyclic. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define MAX 1024

struct problem {
    int n;
    shared [MAX] double *a;
    shared double *x;
    shared double *y;
};

void multiply(struct problem *p)
{
    int i, j;

    upc_forall (i = 0; i < p->n; i++; i) {
        p->y[i] = 0;
        for (j = 0; j < p->n; j++)
            p->y[i] += p->a[i * MAX + j] * p->x[j];
    }
    upc_barrier;
}

void scale(struct problem *p)
{
    int i;

    upc_forall (i = 0; i < p->n; i++; &p->x[i])
        p->x[i] = p->y[i] / p->n;
    upc_barrier;
}

int main(int argc, char **argv)
{
    struct problem p;
    int i, j, step, steps;
    double start, end, sum = 0;

    p.n = unseen_size(argc, argv, 1, 1000);
    steps = unseen_size(argc, argv, 2, 50);
    p.a = upc_all_alloc(p.n, MAX * sizeof(double));
    p.x = upc_all_alloc(p.n, sizeof(double));
    p.y = upc_all_alloc(p.n, sizeof(double));
    upc_forall (i = 0; i < p.n; i++; &p.a[i * MAX]) {
        p.x[i] = 1 + i % 5;
        for (j = 0; j < p.n; j++)
            p.a[i * MAX + j] = 1 + (i + 2 * j) % 4 * 0.25;
    }
    upc_barrier;
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        multiply(&p);
        scale(&p);
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < p.n; i++)
            sum += p.x[i];
        unseen_print("matvec", end - start, sum);
    }
    return 0;
}
