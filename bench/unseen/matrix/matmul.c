/* Matrix product c = a * b: the twin of matmul.upc. */
#include "../unseen.h"

#define COLS 500

int n;
double *a, *b, *c;

void fill(void)
{
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            a[i * COLS + j] = (i * 7 + j * 3) % 11;
            b[i * COLS + j] = (i * 5 + j * 2) % 13;
        }
}

void multiply(void)
{
    int i, j, k;

#pragma omp parallel for DEALT(1) private(j, k)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double sum = 0;
            for (k = 0; k < n; k++)
                sum += a[i * COLS + k] * b[k * COLS + j];
            c[i * COLS + j] = sum;
        }
}

int main(int argc, char **argv)
{
    int i, j;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 300);
    a = malloc(n * COLS * sizeof(double));
    b = malloc(n * COLS * sizeof(double));
    c = malloc(n * COLS * sizeof(double));
    fill();
    start = unseen_clock();
    multiply();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += c[i * COLS + j] * (1 + (i + j) % 3);
    unseen_print("matmul", end - start, sum);
    return 0;
}
