// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// env: OMP_NUM_THREADS=3
// requires: openmp
// UPC and OpenMP in one file: workers belong to the UPC thread that opened the region, lexically
// and in called functions: MYTHREAD, private file-scope data, shared data, barriers of UPC around
// regions, reductions, sections, tasks, nested loops.
#include "check.h"
#include <omp.h>

shared [4] int a[12 * THREADS];
shared int total[THREADS];
static int own = 5;
static int table[100];
static long sum;

static int who(void) { return MYTHREAD; }
static int bump(int i)
{
    static int kept = 1000; // private to the UPC thread, one for all its workers
    return kept + own + table[i];
}

int main(void)
{
    const int me = MYTHREAD;
    int wrong = 0;
    own = 10 * me;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) table[i] = i + me;
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < 100; i++) {
        wrong += MYTHREAD != me;
        wrong += who() != me;
        wrong += bump(i) != 1000 + 10 * me + i + me;
    }
    CHECK_EQ(wrong, 0);

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++) sum += table[i];
    CHECK_EQ(sum, 4950 + 100 * me);

#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 12 * THREADS; i++)
            if (upc_threadof(&a[i]) == (size_t)me) a[i] = 100 * me + i;
#pragma omp single
        own = omp_get_num_threads();
#pragma omp critical
        total[me]++;
    }
    CHECK(own >= 1 && own <= 3);
    CHECK_EQ(total[me], own);
    upc_barrier;
    for (int i = 0; i < 12 * THREADS; i++) CHECK_EQ(a[i], 100 * (i / 4 % THREADS) + i);

    int left = 0, right = 0;
#pragma omp parallel sections
    {
#pragma omp section
        left = who() + table[1];
#pragma omp section
        right = who() + table[2];
    }
    CHECK_EQ(left, 2 * me + 1);
    CHECK_EQ(right, 2 * me + 2);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(i)
        table[50 + i] = who() * 7 + i;
    }
    for (int i = 0; i < 10; i++) CHECK_EQ(table[50 + i], me * 7 + i);
#pragma omp parallel if (me % 2) num_threads(2)
    {
#pragma omp atomic
        table[0] += own > 0;
    }
    CHECK(table[0] == me + 1 || table[0] == me + 2);
    PASS();
    return 0;
}
