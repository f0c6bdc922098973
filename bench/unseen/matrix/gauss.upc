/* A system of linear equations: elimination with partial pivoting, then back substitution. Column n
 * of the matrix is the right side. */
#include <math.h>
#include <upc_relaxed.h>

#include "../unseen.h"

#define MAX 512

struct system {
    int n;
    shared [MAX] double *a;
    shared double *x;
};

static int find_pivot(const struct system *s, int k)
{
    int i, best = k;

    for (i = k + 1; i < s->n; i++)
        if (fabs(s->a[i * MAX + k]) > fabs(s->a[best * MAX + k]))
            best = i;
    return best;
}

static void swap_rows(struct system *s, int r, int k)
{
    int j;

    for (j = k; j <= s->n; j++) {
        double t = s->a[r * MAX + j];
        s->a[r * MAX + j] = s->a[k * MAX + j];
        s->a[k * MAX + j] = t;
    }
}

static void solve(struct system *s)
{
    int i, j, k;

    for (k = 0; k < s->n; k++) {
        if (MYTHREAD == 0) {
            i = find_pivot(s, k);
            if (i != k)
                swap_rows(s, i, k);
        }
        upc_barrier;
        upc_forall (i = k + 1; i < s->n; i++; i) {
            double factor = s->a[i * MAX + k] / s->a[k * MAX + k];
            for (j = k; j <= s->n; j++)
                s->a[i * MAX + j] -= factor * s->a[k * MAX + j];
        }
        upc_barrier;
    }
    for (i = s->n - 1; MYTHREAD == 0 && i >= 0; i--) {
        s->x[i] = s->a[i * MAX + s->n];
        for (j = i + 1; j < s->n; j++)
            s->x[i] -= s->a[i * MAX + j] * s->x[j];
        s->x[i] /= s->a[i * MAX + i];
    }
    upc_barrier;
}

int main(int argc, char **argv)
{
    struct system s;
    int i, j;
    double start, end, sum = 0;

    s.n = unseen_size(argc, argv, 1, 400);
    s.a = upc_all_alloc(s.n, MAX * sizeof(double));
    s.x = upc_all_alloc(s.n, sizeof(double));
    upc_forall (i = 0; i < s.n; i++; i) {
        for (j = 0; j < s.n; j++)
            s.a[i * MAX + j] = (i * 37 + j * 101) % 97 + (i == s.n - 1 - j ? s.n * 10 : 0);
        s.a[i * MAX + s.n] = i % 7;
    }
    upc_barrier;
    start = unseen_clock();
    solve(&s);
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < s.n; i++)
            sum += fabs(s.x[i]);
        unseen_print("gauss", end - start, sum);
    }
    return 0;
}
