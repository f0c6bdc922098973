/* Sparse matrix in compressed rows times vector, repeated: x becomes (A x) / 16. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define PER_ROW 10

typedef struct {
    int n;
    shared int *start;
    shared int *column;
    shared double *value;
} matrix_t;

void multiply(matrix_t *m, shared double *x, shared double *y)
{
    int i, k;

    upc_forall (i = 0; i < m->n; i++; i) {
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
    m->start = upc_all_alloc(n + 1, sizeof(int));
    m->column = upc_all_alloc(n * (PER_ROW + 2), sizeof(int));
    m->value = upc_all_alloc(n * (PER_ROW + 2), sizeof(double));
    if (MYTHREAD == 0) {
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
    upc_barrier;
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 20000), steps = unseen_size(argc, argv, 2, 100), i, step;
    shared double *x = upc_all_alloc(n, sizeof(double));
    shared double *y = upc_all_alloc(n, sizeof(double));
    shared double *t;
    matrix_t m;
    double start, end, sum = 0;

    build(&m, n);
    upc_forall (i = 0; i < n; i++; &x[i])
        x[i] = 1 + i % 3;
    upc_barrier;
    start = unseen_clock();
    for (step = 0; step < steps; step++) {
        multiply(&m, x, y);
        upc_barrier;
        t = x;
        x = y;
        y = t;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += x[i];
        unseen_print("sparse", end - start, sum);
    }
    return 0;
}
