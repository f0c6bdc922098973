// MPI and UPC in one program: each MPI process is a UPC thread, and its rank is MYTHREAD. mpirun -n
// 4 ./with_mpi
#include "waves.h"

#include <math.h>
#include <mpi.h>
#include <polder/polder.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, points;
    double largest = 0, over_all;
    MPI_Init(&argc, &argv);
    polder_init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    waves_create(80);
    waves_step(300);
    const double *mine = waves_mine(&points); // memory of UPC, which MPI may send as any other
    for (int i = 0; i < points; i++) largest = fmax(largest, fabs(mine[i]));
    MPI_Reduce(&largest, &over_all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: largest deflection %.4f on %d ranks\n", rank == polder_mythread() && over_all < 1.0001 ? "PASS" : "FAIL", over_all,
               polder_threads());
    MPI_Finalize();
    polder_finalize();
    return 0;
}
