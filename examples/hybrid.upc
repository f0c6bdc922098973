// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// requires: openmp
//
// UPC and OpenMP in one file: UPC threads own the data, OpenMP workers share the work of one UPC
// thread.
//
// Inside a parallel region a worker belongs to the UPC thread that opened the region: MYTHREAD,
// private file-scope variables such as `scale` and shared objects mean the same as for that thread.
// So the outer decomposition is UPC's, the inner one OpenMP's. Each UPC thread turns its own block
// into a private pointer, and what is in the region is ordinary C with OpenMP.
//
//   upcc -fopenmp hybrid.upc -o hybrid
//   OMP_NUM_THREADS=2 upcrun -n 2 ./hybrid
#include <omp.h>
#include <stdio.h>
#include <upc.h>

#define BLOCK 50000

shared [BLOCK] int values[BLOCK * THREADS];
shared long sums[THREADS];
shared int strangers[THREADS];

static int scale; // private: one for each UPC thread, the same one for all its workers

static int owner_as_seen_by_worker(void)
{
    return MYTHREAD;
}

int main(void)
{
    int *const mine = (int *)&values[BLOCK * MYTHREAD];
    const int me = MYTHREAD;
    long sum = 0;
    int wrong = 0, workers = 1;

    scale = 3 + MYTHREAD;
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < BLOCK; i++) {
        mine[i] = scale * i;
        wrong += owner_as_seen_by_worker() != me;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < BLOCK; i++) sum += mine[i];
#pragma omp parallel
    {
#pragma omp single
        workers = omp_get_num_threads();
        // Workers may also use shared objects directly; here each adds what another UPC thread may
        // have written.
        const int neighbour = (me + 1) % THREADS;
#pragma omp atomic
        wrong += upc_threadof(&values[BLOCK * neighbour]) != (size_t)neighbour;
    }
    sums[MYTHREAD] = sum;
    strangers[MYTHREAD] = wrong;
    upc_barrier;

    printf("UPC thread %d used %d OpenMP worker%s\n", MYTHREAD, workers, workers == 1 ? "" : "s");
    if (MYTHREAD != 0) return 0;
    const long triangle = (long)BLOCK * (BLOCK - 1) / 2;
    int status = 0;
    for (int t = 0; t < THREADS; t++)
        if (sums[t] != (3 + t) * triangle || strangers[t] != 0) {
            printf("thread %d: sum %ld, expected %ld; %d workers took it for another thread\n", t, sums[t], (3 + t) * triangle,
                   strangers[t]);
            status = 1;
        }
    puts(status ? "FAIL: a block is wrong" : "PASS: every block is right");
    return status;
}
