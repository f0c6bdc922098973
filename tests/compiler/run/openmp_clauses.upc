// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// requires: openmp
// threads: 1 3
// Private static data named in OpenMP clauses, and functions called from other threads of a UPC
// thread.
#include <omp.h>
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed;
static long total, last;
int scale = 2;
static double values[1000];
shared int board[10 * THREADS];

static int mine(int i) { return MYTHREAD * 1000 + scale * i; }

int main(void) {
    scale = 2 + MYTHREAD;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) values[i] = mine(i);
    for (int i = 0; i < 1000; i++)
        if (values[i] != MYTHREAD * 1000 + (2 + MYTHREAD) * i) CHECK(!"values");
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 1000; i++) total += scale + mine(0);
    CHECK(total == 1000L * (2 + MYTHREAD + 1000 * MYTHREAD));
#pragma omp parallel for lastprivate(last) firstprivate(scale) default(none) shared(values)
    for (int i = 0; i < 100; i++) {
        scale += 0;
        last = i * scale + MYTHREAD;
        values[i] = last;
    }
    CHECK(last == 99L * (2 + MYTHREAD) + MYTHREAD && values[7] == 7 * (2 + MYTHREAD) + MYTHREAD);
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int i = 0; i < 10; i++) board[i * THREADS + MYTHREAD] = mine(i);
#pragma omp critical
        total++;
#pragma omp single
        last = omp_get_num_threads();
    }
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < 10 * THREADS; i++)
            CHECK(board[i] == i % THREADS * 1000 + (2 + i % THREADS) * (i / THREADS));
#pragma omp parallel sections
    {
#pragma omp section
        { values[0] = mine(1); }
#pragma omp section
        { values[1] = mine(2); }
    }
    CHECK(values[0] == mine(1) && values[1] == mine(2));
    total = 0;
#pragma omp parallel num_threads(scale > 0 ? THREADS : 1) if (scale)
    {
#pragma omp for reduction(+ : total) schedule(static, scale)
        for (int i = 0; i < 100; i++) total += i + MYTHREAD;
#pragma omp single
        last = omp_get_num_threads();
    }
    CHECK(total == 4950 + 100 * MYTHREAD && last == THREADS);
    upc_barrier;
    if (!failed && MYTHREAD == 0) printf("pass\n");
    return failed;
}
