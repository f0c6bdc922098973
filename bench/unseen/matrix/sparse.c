/* Sparse matrix in compressed rows times vector, repeated: the twin of sparse.upc. */
#include "../unseen.h"

#define PER_ROW 10

typedef struct {
    int n;
    int *start;
    int *column;
    double *value;
} matrix_t;

void multiply(matrix_t *m, double *x, double *y)
{
    int i, k;

#pragma omp parallel for private(k)
    for (i = 0; i < m->n; i++) {
        double sum = 0;
        for (k = m->start[i]; k < m->start[i + 1]; k++)
            sum += m->value[k] * x[m->column[k]];
        y[i] = sum / 16;
    }
}

/* Rows have PER_ROW - 2 to PER_ROW + 2 elements. */
void build(matrix_t *m, int n)
{
    int i, k, at = 0;

    m->n = n;
    m->start = malloc((n + 1) * sizeof(int));
    m->column = malloc(n * (PER_ROW + 2) * sizeof(int));
    m->value = malloc(n * (PER_ROW + 2) * sizeof(double));
    srand(1);
    for (i = 0; i < n; i++) {
        m->start[i] = at;
        for (k = rand() % 5; k < PER_ROW + 2; k++) {
            m->column[at] = rand() % n;
            m->value[at++] = 1 + rand() % 3;
        }
    }
    m->start[n] = at;
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 20000), steps = unseen_size(argc, argv, 2, 100), i, step;
    double *x = malloc(n * sizeof(double));
    double *y = malloc(n * sizeof(double));
    double *t;
    matrix_t m;
    double start, end, sum = 0;

    build(&m, n);
    for (i = 0; i < n; i++) {
        x[i] = 1 + i % 3;
        y[i] = 0;
    }
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        multiply(&m, x, y);
        t = x;
        x = y;
        y = t;
    }
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += x[i];
    unseen_print("sparse", end - start, sum);
    return 0;
}
