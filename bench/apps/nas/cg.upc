/* NAS CG (see cg.h): each thread owns adjoining rows of the matrix and the same part of each
 * vector. What others need of a vector lies in a shared piece; before a product each thread fetches
 * all pieces. Sums go through an array with one element a thread. Prints the time of the steps. */
#include <upc_relaxed.h>

#include "cg.h"

typedef shared [] double *piece_t;

shared piece_t piece_of[THREADS]; /* this thread's part of the vector to multiply by */
shared double summand[2][THREADS];

static int side;
static int first; /* rows first .. first + own - 1 are this thread's */
static int own;
static struct cg_rows a;
static double *x; /* x to r: this thread's parts */
static double *z;
static double *p;
static double *q;
static double *r;
static double *whole; /* all of the vector fetched last */
/* The row of `summand` for the next sum: late readers of one meet no writer of the next. */
static int turn;

static double sum_all(double mine) {
    double sum = 0;
    summand[turn][MYTHREAD] = mine;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) sum += summand[turn][t];
    turn = !turn;
    return sum;
}

/* Publishes this thread's part of a vector and fetches the others'. */
static void whole_fetch(const double *part) {
    piece_t mine = piece_of[MYTHREAD];
    for (int i = 0; i < own; i++) mine[i] = part[i];
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        const long from = part_first(side, THREADS, t);
        const long end = part_first(side, THREADS, t + 1);
        upc_memget(whole + from, piece_of[t], (size_t)(end - from) * sizeof(double));
    }
}

/* The inner loop of the benchmark: one row of A times the whole vector. */
static inline double row_times(int row, const double *vector) {
    double sum = 0;
    for (int e = a.start[row]; e < a.start[row + 1]; e++) sum += a.value[e] * vector[a.column[e]];
    return sum;
}

/* Solves A z = x; gives the norm of the residual. Each sum lies between reading a fetched piece
 * and writing it anew. */
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
        for (int i = 0; i < own; i++) p[i] = r[i] + beta * p[i];
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
    for (int i = 0; i < own; i++) x[i] = norm * z[i];
    return shift + 1 / xz;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct cg_class *class = cg_class_find(name);
    if (!class) return program_unknown_class("cg", name);
    side = class->side;
    first = (int)part_first(side, THREADS, MYTHREAD);
    own = (int)part_first(side, THREADS, MYTHREAD + 1) - first;
    a = cg_rows_make(class, first, first + own);
    double **parts[] = {&x, &z, &p, &q, &r};
    for (int v = 0; v < 5; v++) *parts[v] = program_memory((size_t)own * sizeof(double));
    whole = program_memory((size_t)side * sizeof(double));
    piece_of[MYTHREAD] = upc_alloc((size_t)(own + 1) * sizeof(double));
    upc_barrier;
    double zeta = 0;
    for (int i = 0; i < own; i++) x[i] = 1;
    step(class->shift); /* touches everything once */
    for (int i = 0; i < own; i++) x[i] = 1;
    upc_barrier;
    const double start = bench_now_ns();
    for (int s = 0; s < class->steps; s++) zeta = step(class->shift);
    if (MYTHREAD == 0) bench_print("cg", bench_now_ns() - start);
    upc_barrier;
    upc_free(piece_of[MYTHREAD]);
    cg_rows_free(&a);
    for (int v = 0; v < 5; v++) free(*parts[v]);
    free(whole);
    return MYTHREAD == 0 ? program_verdict("cg", name, program_close(zeta, class->zeta, 1e-10)) : 0;
}
