// requires: openmp
// flags: -fopenmp
#include <omp.h>
static int shared_state;
#pragma omp threadprivate(shared_state)
#pragma omp declare simd
double twice(double x) { return 2 * x; }
double f(int n, double *a) {
    double s = 0;
    int i;
#pragma omp parallel for reduction(+ : s) schedule(static)
    for (i = 0; i < n; i++) s += twice(a[i]);
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp task firstprivate(n)
            a[0] = n;
#pragma omp taskwait
        }
#pragma omp barrier
#pragma omp critical (name)
        s += omp_get_thread_num();
#pragma omp atomic
        a[1] += 1;
#pragma omp for nowait
        for (int k = 0; k < n; k++) a[k] = k;
    }
#pragma omp simd
    for (i = 0; i < n; i++) a[i] *= 2;
#pragma omp parallel sections
    {
#pragma omp section
        a[0] = 1;
#pragma omp section
        { a[1] = 2; }
    }
#pragma omp flush
    return s + shared_state;
}
