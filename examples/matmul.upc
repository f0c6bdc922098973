// Matrix multiplication: memory allocated at run time, rows as blocks, bulk copies and private
// pointers to one's own data.
//
// upc_all_alloc(N, bytes of a row) deals out N blocks to the threads in turn: row i lives with
// thread i mod THREADS. A pointer to an array of shared elements, `shared [N] double (*a)[N]`, lets
// the rows be used as a[i][j]. Two habits that matter:
//  - what is needed often and lives elsewhere is copied over once, in bulk (upc_memget of whole rows of b);
//  - what is one's own may be used through an ordinary pointer (the casts to `double *`).
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

#define N 120

typedef shared [N] double (*matrix)[N];

shared int wrong[THREADS];

// Small whole numbers, so that all sums are exact and the check below needs no tolerance.
static double entry(int seed, int i, int j)
{
    return (i * 7 + j * 13 + seed * 5) % 11 - 5;
}

static matrix fresh_matrix(void)
{
    matrix m = upc_all_alloc(N, N * sizeof(double));
    if (m == NULL) {
        fprintf(stderr, "no memory for a matrix\n");
        upc_global_exit(2);
    }
    return m;
}

static void multiply(matrix c, matrix a, matrix b)
{
    double(*copy)[N] = malloc(N * sizeof *copy);
    for (int k = 0; k < N; k++) upc_memget(copy[k], b[k], N * sizeof(double));

    upc_forall (int i = 0; i < N; i++; &c[i][0]) {
        const double *left = (double *)a[i]; // row i of a and of c are this thread's own
        double *out = (double *)c[i];
        for (int j = 0; j < N; j++) out[j] = 0;
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++) out[j] += left[k] * copy[k][j];
    }
    free(copy);
}

int main(void)
{
    matrix a = fresh_matrix(), b = fresh_matrix(), c = fresh_matrix();
    upc_forall (int i = 0; i < N; i++; &a[i][0])
        for (int j = 0; j < N; j++) {
            a[i][j] = entry(1, i, j);
            b[i][j] = entry(2, i, j);
        }
    upc_barrier;
    multiply(c, a, b);
    upc_barrier;

    // (a b) x = a (b x) for a vector x: a check that takes far less time than the product. Each
    // thread checks some rows.
    double x[N], bx[N];
    for (int j = 0; j < N; j++) x[j] = j % 5 - 1;
    for (int i = 0; i < N; i++) {
        bx[i] = 0;
        for (int j = 0; j < N; j++) bx[i] += entry(2, i, j) * x[j];
    }
    upc_forall (int i = 0; i < N; i++; i) {
        double cx = 0, abx = 0;
        for (int j = 0; j < N; j++) {
            cx += c[i][j] * x[j];
            abx += entry(1, i, j) * bx[j];
        }
        if (cx != abx) wrong[MYTHREAD]++;
    }
    upc_barrier;

    int bad = 0;
    for (int t = 0; t < THREADS; t++) bad += wrong[t];
    if (MYTHREAD == 0) {
        if (bad) printf("FAIL: %d of %d rows are wrong\n", bad, N);
        else printf("PASS: the product of two %d x %d matrices is right, c[%d][%d] = %g\n", N, N, N - 1, N - 1, c[N - 1][N - 1]);
    }
    upc_all_free(a);
    upc_all_free(b);
    upc_all_free(c);
    return bad != 0;
}
