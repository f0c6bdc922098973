"""UPC and OpenSHMEM in one job: files of both, conversions of addresses both ways, one heap,
barriers that count once."""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "half.c",
    r"""
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
static long variable;
static long *heap;
unsigned long shmem_half(int me, int threads)
{
    shmem_init();
    if (me != shmem_my_pe() || threads != shmem_n_pes()) return 0;
    heap = shmem_malloc(sizeof *heap);
    *heap = me * 10;
    variable = me * 20;
    shmem_barrier_all();
    return shmemx_to_upc(heap, (me + 1) % threads);
}
unsigned long shmem_variable(int pe) { return shmemx_to_upc(&variable, pe); }
long *shmem_back(unsigned long address, int *pe) { return shmemx_from_upc(address, pe); }
long shmem_result(int me) { return shmem_long_g(heap, me); }
long *shmem_heap(void) { return heap; }
void shmem_end(void) { shmem_finalize(); }
""",
)
write(
    "main.upc",
    r"""
#include <stdio.h>
#include <string.h>
#include <upc.h>
unsigned long shmem_half(int, int), shmem_variable(int);
long *shmem_back(unsigned long, int *), shmem_result(int), *shmem_heap(void);
void shmem_end(void);
shared long total;
int main(void)
{
    const int next = (MYTHREAD + 1) % THREADS;
    unsigned long address = shmem_half(MYTHREAD, THREADS);
    shared [] long *there;
    memcpy(&there, &address, sizeof there);
    int wrong = upc_threadof(there) != next || *there != next * 10;
    upc_barrier;
    *there = 1000 + MYTHREAD;
    upc_barrier;
    wrong += shmem_result(MYTHREAD) != 1000 + (MYTHREAD + THREADS - 1) % THREADS;
    address = shmem_variable(next);
    memcpy(&there, &address, sizeof there);
    wrong += *there != next * 20;
    int pe = -1;
    wrong += shmem_back(address, &pe) == 0 || pe != next;
    shared [] long *again = upc_all_alloc(THREADS, 8);
    memcpy(&address, &again, sizeof again);
    wrong += shmem_back(address, &pe) == 0 || pe != 0;
    shared long *of_total = &total;
    memcpy(&address, &of_total, sizeof address);
    wrong += shmem_back(address, &pe) != 0;
    if (wrong) printf("thread %d: %d differences\n", MYTHREAD, wrong);
    upc_barrier;
    if (MYTHREAD == 0) puts("done");
    shmem_end();
    return 0;
}
""",
)
run(OSHCC, "-O2", "-c", "half.c", "-o", "half.o")
upcc("-O2", "main.upc", "half.o", *run(OSHCC, "--showme:link").out.split(), "-o", "both")
for options in (["-n", "1"], ["-n", "2"], ["-n", "3"], ["-n", "4", "--nodes", "2"]):
    done = upcrun(*options, "./both")
    check(done.out == "done\n", " ".join(options), done)
done = upcrun("-n", "2", "-p", "1", "./both", status=None)

wanted = "one copy of their variables a process"
check(done.status != 0 and wanted in done.err, "with pthreads it is an error", done)

run(OSHCC, "-fpe-threads", "-O2", "-c", "half.c", "-o", "half.o")
upcc("-O2", "main.upc", "half.o", *run(OSHCC, "--showme:link").out.split(), "-o", "threads")
for options in (["-n", "2"], ["-n", "3", "-p", "1"], ["-n", "4", "-p", "2"]):
    done = upcrun(*options, "./threads")
    check(done.out == "done\n", "PEs as pthreads: " + " ".join(options), done)
