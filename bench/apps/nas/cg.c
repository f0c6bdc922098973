/* Reference for cg.upc: loops over rows divided among OpenMP threads. Prints the time of the
 * steps. */
#include "cg.h"

static int side;
static struct cg_rows a;
static double *x;
static double *z;
static double *p;
static double *q;
static double *r;

/* The inner loop of the benchmark: one row of A times a vector. */
static inline double row_times(int row, const double *vector) {
    double sum = 0;
    for (int e = a.start[row]; e < a.start[row + 1]; e++)
        sum += a.value[e] * vector[a.column[e]];
    return sum;
}

/* Solves A z = x; gives the norm of the residual. */
static double solve(void) {
    double rho = 0;
    double residual = 0;
    double product;
    double rho_next;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static) reduction(+ : rho)
    for (int i = 0; i < side; i++) {
        z[i] = 0;
        p[i] = r[i] = x[i];
        rho += x[i] * x[i];
    }
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    for (int round = 0; round < CG_ROUNDS; round++) {
#pragma omp single
        product = rho_next = 0;
#pragma omp for schedule(static) reduction(+ : product)
        for (int i = 0; i < side; i++) {
            q[i] = row_times(i, p);
            product += p[i] * q[i];
        }
        const double alpha = rho / product;
#pragma omp for schedule(static) reduction(+ : rho_next)
        for (int i = 0; i < side; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rho_next += r[i] * r[i];
        }
        const double beta = rho_next / rho;
#pragma omp for schedule(static)
        for (int i = 0; i < side; i++)
            p[i] = r[i] + beta * p[i];
#pragma omp single
        rho = rho_next;
    }
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static) reduction(+ : residual)
    for (int i = 0; i < side; i++) {
        const double d = x[i] - row_times(i, z);
        residual += d * d;
    }
    return sqrt(residual);
}

/* One step of the inverse iteration; gives zeta. */
static double step(double shift) {
    double xz = 0;
    double zz = 0;
    BENCH_USE(solve());
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static) reduction(+ : xz, zz)
    for (int i = 0; i < side; i++) {
        xz += x[i] * z[i];
        zz += z[i] * z[i];
    }
    const double norm = 1 / sqrt(zz);
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (int i = 0; i < side; i++)
        x[i] = norm * z[i];
    return shift + 1 / xz;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct cg_class *class = cg_class_find(name);
    if (!class) return program_unknown_class("cg", name);
    side = class->side;
    a = cg_rows_make(class, 0, side);
    double **vectors[] = {&x, &z, &p, &q, &r};
    for (int v = 0; v < 5; v++)
        *vectors[v] = program_memory((size_t)side * sizeof(double));
    double zeta = 0;
    for (int i = 0; i < side; i++)
        x[i] = 1;
    step(class->shift); /* touches everything once */
    for (int i = 0; i < side; i++)
        x[i] = 1;
    const double start = bench_now_ns();
    for (int s = 0; s < class->steps; s++)
        zeta = step(class->shift);
    bench_print("cg", bench_now_ns() - start);
    return program_verdict("cg", name, program_close(zeta, class->zeta, 1e-10));
}
