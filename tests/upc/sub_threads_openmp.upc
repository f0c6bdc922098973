// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// env: OMP_NUM_THREADS=3
// requires: openmp
// Barriers and collective functions by OpenMP workers of a UPC thread, in turn. What orders them is
// barriers of OpenMP, `single`, `ordered`, or dependences between tasks of OpenMP.
#include "sub_threads.h"
#include <omp.h>

int main(void)
{
    const int steps = often(4, 1) * KINDS;
    int chain = 0;
    sub_threads_start();
#pragma omp parallel
    {
        const int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int k = 0; k < steps; k++) {
            if (k % all == me) meet(k);
#pragma omp barrier
        }
        for (int k = 0; k < KINDS; k++) {
#pragma omp single
            meet(k);
        }
#pragma omp for ordered schedule(static, 1)
        for (int k = 0; k < steps; k++) {
#pragma omp ordered
            meet(k);
        }
#pragma omp single
        for (int k = 0; k < KINDS; k++) {
#pragma omp task depend(inout : chain) firstprivate(k)
            meet(k);
            chain++;
        }
    }
    CHECK_EQ(chain, KINDS);
    sub_threads_end();
    PASS();
    return 0;
}
