// golden: OpenMP: threads of a region adopt their UPC thread.
// flags: -O1 -fopenmp -fupc-nodes=one
#include <upc_relaxed.h>
static int total = 1;
void work(int);
void f(int n) {
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++) {
        work(i);
        total += i;
    }
}
