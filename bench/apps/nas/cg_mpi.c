/* CG (see cg.h) with MPI. Each rank has adjoining rows of the matrix and the same part of each
 * vector. The vector to multiply by is gathered in all ranks. Prints the time of the steps. */
#include <mpi.h>

#include "cg.h"

static int side;
static int own;
static int ranks;
static int *length_of;
static int *first_of;
static struct cg_rows a;
static double *x;
static double *z;
static double *p;
static double *q;
static double *r;
static double *whole;

static double sum_all(double mine) {
    double sum;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static void whole_fetch(const double *part) {
    MPI_Allgatherv(part, own, MPI_DOUBLE, whole, length_of, first_of, MPI_DOUBLE, MPI_COMM_WORLD);
}

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
    for (int i = 0; i < own; i++) {
        z[i] = 0;
        p[i] = r[i] = x[i];
        rho += x[i] * x[i];
    }
    rho = sum_all(rho);
    for (int round = 0; round < CG_ROUNDS; round++) {
        double product = 0;
        double rho_next = 0;
        whole_fetch(p);
        for (int i = 0; i < own; i++) {
            q[i] = row_times(i, whole);
            product += p[i] * q[i];
        }
        const double alpha = rho / sum_all(product);
        for (int i = 0; i < own; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rho_next += r[i] * r[i];
        }
        rho_next = sum_all(rho_next);
        const double beta = rho_next / rho;
        for (int i = 0; i < own; i++)
            p[i] = r[i] + beta * p[i];
        rho = rho_next;
    }
    whole_fetch(z);
    for (int i = 0; i < own; i++) {
        const double d = x[i] - row_times(i, whole);
        residual += d * d;
    }
    return sqrt(sum_all(residual));
}

/* One step of the inverse iteration; gives zeta. */
static double step(double shift) {
    double xz = 0;
    double zz = 0;
    BENCH_USE(solve());
    for (int i = 0; i < own; i++) {
        xz += x[i] * z[i];
        zz += z[i] * z[i];
    }
    xz = sum_all(xz);
    const double norm = 1 / sqrt(sum_all(zz));
    for (int i = 0; i < own; i++)
        x[i] = norm * z[i];
    return shift + 1 / xz;
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char name = program_class(words, word, 'A');
    const struct cg_class *class = cg_class_find(name);
    if (!class) return program_unknown_class("cg", name);
    side = class->side;
    length_of = program_memory((size_t)ranks * sizeof *length_of);
    first_of = program_memory((size_t)ranks * sizeof *first_of);
    for (int t = 0; t < ranks; t++) {
        first_of[t] = (int)part_first(side, ranks, t);
        length_of[t] = (int)part_first(side, ranks, t + 1) - first_of[t];
    }
    own = length_of[rank];
    a = cg_rows_make(class, first_of[rank], first_of[rank] + own);
    double **parts[] = {&x, &z, &p, &q, &r};
    for (int v = 0; v < 5; v++)
        *parts[v] = program_memory((size_t)own * sizeof(double));
    whole = program_memory((size_t)side * sizeof(double));
    double zeta = 0;
    for (int i = 0; i < own; i++)
        x[i] = 1;
    step(class->shift); /* touches everything once */
    for (int i = 0; i < own; i++)
        x[i] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = bench_now_ns();
    for (int s = 0; s < class->steps; s++)
        zeta = step(class->shift);
    if (rank == 0) bench_print("cg", bench_now_ns() - start);
    const int status = rank == 0 ? program_verdict("cg", name, program_close(zeta, class->zeta, 1e-10)) : 0;
    MPI_Finalize();
    return status;
}
