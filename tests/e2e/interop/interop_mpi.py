"""MPI and UPC in one program, with every MPI that is installed: UPC main calling MPI, MPI main
calling UPC, both barriers in turn."""

# sanitize: no, MPI libraries are not instrumented
# requires: mpi
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

BELOW = {"OMPI_CC": UPCC, "MPICH_CC": UPCC, "I_MPI_CC": UPCC}  # the compiler under mpicc
kinds = [
    ("mpicc." + k, "mpirun." + k)
    for k in ("openmpi", "mpich")
    if shutil.which("mpicc." + k) and shutil.which("mpirun." + k)
]
if not kinds:
    if not shutil.which("mpirun"):
        skip("needs mpirun")
    kinds = [("mpicc", "mpirun")]

write(
    "upc_main.upc",
    r"""
#include <mpi.h>
#include <upc.h>
#include <stdio.h>
shared [2] int cells[2 * THREADS];
static int rounds = 20;
int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int bad = rank != MYTHREAD || size != THREADS;
    for (int round = 0; round < rounds; round++) {
        cells[2 * MYTHREAD] = round + rank;
        upc_barrier round;
        int right = cells[2 * ((MYTHREAD + 1) % THREADS)], from;
        MPI_Sendrecv(&right, 1, MPI_INT, (rank + size - 1) % size, 1, &from, 1, MPI_INT,
                     (rank + 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        bad += from != round + (rank + 2) % size;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Allreduce(&bad, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d ranks, %d errors\n", size, sum);
    MPI_Finalize();
    return sum != 0;
}
""",
)
write(
    "berkeley.upc",
    r"""
#include <mpi.h>
#include <upc.h>
#include <stdio.h>
int main(void)     /* linked with -uses-mpi: MPI is there already */
{
    int up = 0, rank = -1;
    MPI_Initialized(&up);
    if (up) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != MYTHREAD) printf("MPI up: %d, rank %d is thread %d\n", up, rank, MYTHREAD);
    return rank != MYTHREAD;
}
""",
)
write(
    "part.upc",
    r"""
#include <upc.h>
shared int total;
shared [] int *shared window;
int publish(int value)          /* UPC: the sum of all threads' values */
{
    static upc_lock_t *lock;
    if (!lock) lock = upc_all_lock_alloc();
    upc_barrier;
    upc_lock(lock);
    total += value;
    upc_unlock(lock);
    upc_barrier;
    return total;
}
int *my_part(int n)             /* UPC memory that MPI sends from */
{
    static shared [] int *mine;
    mine = upc_alloc(n * sizeof(int));
    if (MYTHREAD == 0) window = mine;
    upc_barrier;
    return (int *)mine;
}
int of_first(int i) { return window[i]; }
void stop(int code) { upc_global_exit(code); }
""",
)
write(
    "mpi_main.c",
    r"""
#include <mpi.h>
#include <polder/polder.h>
#include <bupc_extern.h>
#include <stdio.h>
#include <string.h>
int publish(int value), *my_part(int n), of_first(int i);
void stop(int code);
int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "mpi-first";
    int rank, size, bad = 0, sum, up = 0;
    if (!strcmp(how, "mpi-first")) MPI_Init(&argc, &argv);
    if (!strcmp(how, "berkeley")) bupc_init(&argc, &argv);
    else polder_init(&argc, &argv);
    if (!strcmp(how, "upc-first")) MPI_Init(&argc, &argv);
    MPI_Initialized(&up);
    if (!up) return 9;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bad += rank != polder_mythread() || size != polder_threads();
    bad += publish(rank + 1) != size * (size + 1) / 2;
    MPI_Barrier(MPI_COMM_WORLD);
    int *part = my_part(8);
    if (rank == size - 1) for (int i = 0; i < 8; i++) part[i] = 10 + i;
    MPI_Bcast(part, 8, MPI_INT, size - 1, MPI_COMM_WORLD);   /* straight into shared memory */
    polder_barrier_all();
    for (int i = 0; i < 8; i++) bad += of_first(i) != 10 + i;
    if (argc > 2 && rank == 1) stop(7);
    MPI_Allreduce(&bad, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d ranks, %d errors\n", size, sum);
    if (!strcmp(how, "berkeley")) bupc_exit(0);
    MPI_Finalize();
    polder_finalize();
    return sum != 0;
}
""",
)
write(
    "no_mpi.upc",
    HELLO.replace(
        "upc_barrier;",
        "upc_barrier; if (MYTHREAD == 1 && argc > 1) upc_global_exit(argc == 2 ? 0 : 5);",
    ).replace("main(void)", "main(int argc, char **argv)"),
)
FLAGS, LIBRARIES = upcc("--compile-flags").out.split(), upcc("--link-flags").out.split()
upcc("-O2", "-c", "part.upc")
upcc("no_mpi.upc", "-o", "no_mpi")


def mpirun(launcher, n, *words, status=0, more=None):
    return run(
        launcher, "-n", str(n), *words, status=status, env=dict(MPI_ENVIRONMENT, **(more or {}))
    )


for mpicc, launcher in kinds:
    name = mpicc.replace(".", "_")
    # upcc is the compiler under mpicc; and mpicc's object linked with upcc's
    run(mpicc, "upc_main.upc", "-o", name + "_upc", env=BELOW)
    run(mpicc, *FLAGS, "mpi_main.c", "part.o", *LIBRARIES, "-o", name + "_mpi")
    for n in (1, 3):
        result = mpirun(launcher, n, f"./{name}_upc")
        check(result.out == f"{n} ranks, 0 errors\n", "UPC main calling MPI", result)
    for how in ("mpi-first", "upc-first", "berkeley"):
        result = mpirun(launcher, 2, f"./{name}_mpi", how)
        check(result.out == "2 ranks, 0 errors\n", f"MPI main calling UPC, {how}", result)
    stopped = mpirun(launcher, 2, f"./{name}_mpi", "upc-first", "stop", status=None)
    check(stopped.status == 7, "upc_global_exit beside MPI", stopped)
    run(mpicc, "-uses-mpi", "berkeley.upc", "-o", name + "_berkeley", env=BELOW)
    check(mpirun(launcher, 2, f"./{name}_berkeley").out == "", "upcc -uses-mpi")
    # a program without MPI: thread = rank; more threads than ranks; a job of its own for each
    check(mpirun(launcher, 3, "./no_mpi").out == "sum 6 of 3 threads\n", "UPC alone under mpirun")
    check(
        mpirun(launcher, 2, "./no_mpi", more={"POLDER_THREADS": "5"}).out
        == "sum 15 of 5 threads\n",
        "5 threads on 2 ranks",
    )
    check(
        mpirun(launcher, 2, "./no_mpi", more={"POLDER_RANKS": "0"}).out
        == "sum 1 of 1 threads\n" * 2,
        "POLDER_RANKS=0",
    )
    few = mpirun(launcher, 2, "./no_mpi", more={"POLDER_THREADS": "1"}, status=None)
    check(few.status != 0 and "more processes than" in few.err, "fewer threads than ranks", few)
    for words, code in ((["x"], 0), (["x", "y"], 5)):
        check(
            mpirun(launcher, 3, "./no_mpi", *words, status=None).status == code,
            f"upc_global_exit({code}) under mpirun",
        )
    # a UPC program that a rank starts is a job of its own; one behind a shell is still a rank
    check(
        mpirun(launcher, 2, "sh", "-c", "./no_mpi && ./no_mpi").out == "sum 3 of 2 threads\n" * 2,
        "two jobs, one after the other",
    )
    # under upcrun it is told that MPI does not see the other processes
    warned = upcrun("-n", "2", f"./{name}_upc", status=None)
    check("mpirun" in warned.err, "MPI under upcrun", warned)
    check(
        upcrun("-n", "1", f"./{name}_upc").out == "1 ranks, 0 errors\n", "one process under upcrun"
    )
print("pass")
